import type { TranscriptFileProblem, TranscriptImportPreview } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { ApiFailure } from '../../api/http.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { ImportFrame } from '../../ui/ImportFrame.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { type ItemPath, refreshTranscript } from '../session/useTranscript.ts'
import classes from './TranscriptFiles.module.css'

const path =
  '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/import/' as const

/** Imports a transcript as the next version, after a look at what changes and what is lost. */
export function ImportTranscript({ item, onClose }: { item: ItemPath; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  /** The version that the preview compared with. */
  const seen = useRef(0)
  return (
    <ImportFrame
      title={t('transcript_files__import__title')}
      accept=".TextGrid,.textgrid,.eaf,.cha,.vtt,.json,text/plain,text/vtt,application/json"
      preview={async (body) => {
        const preview = await call(`POST ${path}`, { params: item, body, query: { preview: 'true' } })
        seen.current = (preview as TranscriptImportPreview).based_on
        return preview as TranscriptImportPreview
      }}
      store={(body, idempotencyKey) =>
        call(`POST ${path}`, { params: item, body, query: { based_on: seen.current }, idempotencyKey })
      }
      summary={(preview) => <Summary preview={preview} />}
      failureText={(error) => {
        if (!(error instanceof ApiFailure)) return undefined
        if (error.status === 409) return t('analysis__transcript__confirm_conflict')
        if (error.code !== 'transcript_file_refused') return undefined
        // The contract's answer to this code.
        const { problem, line, place } = error.members as {
          problem: TranscriptFileProblem
          line: number
          place: string
        }
        const where = line === 0 ? '' : t('transcript_files__import__line', { line })
        return [t(`transcript_files__problem__${problem}`), where, place && `(${place})`].filter(Boolean).join(' ')
      }}
      onStored={async () => {
        showSuccess(t('transcript_files__import__stored'))
        await refreshTranscript(client, item)
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('transcript_files__import__about')}</p>
    </ImportFrame>
  )
}

function Summary({ preview: { format, words, untimed, text, changes, losses } }: { preview: TranscriptImportPreview }) {
  const { t } = useTranslation()
  const lines = (['added', 'removed', 'times', 'speakers', 'marks'] as const)
    .filter((change) => changes[change] > 0)
    .map((change) => t(`transcript_files__change__${change}`, { count: changes[change] }))
  const lost = losses.map(({ code, count }) => t(`transcript_files__loss__${code}`, { count }))
  if (untimed > 0) lost.push(t('transcript_files__import__untimed', { count: untimed }))
  return (
    <>
      <p className={classes.note}>
        {t(`transcript_files__format__${format}`)} · {t('transcript_files__import__words', { count: words })}
      </p>
      <h3 className={classes.heading}>{t('transcript_files__import__changes')}</h3>
      {lines.length === 0 ? <p>{t('transcript_files__import__same')}</p> : <List lines={lines} />}
      {lost.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('transcript_files__import__lost')}</h3>
          <List lines={lost} />
        </>
      )}
      <h3 className={classes.heading}>{t('transcript_files__import__text')}</h3>
      <p className={classes.text}>{text}</p>
    </>
  )
}

const List = ({ lines }: { lines: readonly string[] }) => (
  <ul className={classes.lines}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
