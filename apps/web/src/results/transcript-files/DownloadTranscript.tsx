import type { HiddenWords, LeftOutReason, TranscriptFormat } from '@fonema/contract'
import { Alert, Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiFailure } from '../../api/http.ts'
import { queryFor } from '../../api/query.ts'
import { showError } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { formatDecimals } from '../../ui/numbers.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { ItemPath } from '../session/useTranscript.ts'
import classes from './TranscriptFiles.module.css'

const formats: readonly TranscriptFormat[] = ['textgrid', 'eaf', 'chat', 'vtt', 'json']
const extensions: Readonly<Record<TranscriptFormat, string>> = {
  textgrid: 'TextGrid',
  eaf: 'eaf',
  chat: 'cha',
  vtt: 'vtt',
  json: 'json',
}

const path = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/' as const

/** Chooses a format, says what it cannot hold, and hides names if wanted. */
export function DownloadTranscript({ item, onClose }: { item: ItemPath; onClose: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const [format, setFormat] = useState<TranscriptFormat>('textgrid')
  const [isHidden, setHidden] = useState(false)
  const hidden = useQuery({ ...queryFor(`GET ${path}transcript/hidden/`, { params: item }), enabled: isHidden })
  const isRefused = isHidden && hidden.data?.reason !== null
  const ending = isHidden ? '.deidentified' : ''
  const onError = (error: unknown) => {
    const isRefusal = error instanceof ApiFailure && error.code === 'cannot_hide_names'
    // The contract's answer to this code.
    const { reason } = (isRefusal ? error.members : {}) as { reason?: LeftOutReason }
    showError(reason === undefined ? ofFailure(error) : t(`transcript_files__reason__${reason}`))
  }
  const words = useMutation({
    mutationFn: () => {
      const query = { as: format, ...(isHidden && { deidentified: 'true' as const }) }
      return call(`GET ${path}transcript/file/`, { params: item, query })
    },
    onSuccess: (file) => saveFile(`${t('transcript_files__name')}${ending}.${extensions[format]}`, file),
    onError,
  })
  const sound = useMutation({
    mutationFn: () => call(`GET ${path}audio_deidentified/`, { params: item }),
    onSuccess: (file) => saveFile(`${t('transcript_files__recording')}${ending}.wav`, file),
    onError,
  })
  return (
    <Dialog opened title={t('transcript_files__download__title')} size="lg" onClose={onClose}>
      <div className={classes.fields}>
        <NativeSelect
          data-autofocus
          label={t('transcript_files__download__format')}
          description={t(`transcript_files__holds__${format}`)}
          inputWrapperOrder={['label', 'input', 'description']}
          value={format}
          data={formats.map((value) => ({ value, label: t(`transcript_files__format__${value}`) }))}
          onChange={(event) => setFormat(event.currentTarget.value as TranscriptFormat)}
        />
        <Checkbox
          label={t('transcript_files__hide__label')}
          description={t('transcript_files__hide__about')}
          checked={isHidden}
          onChange={(event) => setHidden(event.currentTarget.checked)}
        />
        <div aria-live="polite">
          {isHidden &&
            (hidden.data !== undefined ? (
              <Hidden hidden={hidden.data} />
            ) : hidden.error !== null ? (
              <ErrorState error={hidden.error} onRetry={() => void hidden.refetch()} />
            ) : (
              <Loading />
            ))}
        </div>
      </div>
      <DialogButtons>
        {isHidden && (
          <Button variant="default" disabled={isRefused} loading={sound.isPending} onClick={() => sound.mutate()}>
            {t('transcript_files__download__recording')}
          </Button>
        )}
        <Button disabled={isRefused} loading={words.isPending} onClick={() => words.mutate()}>
          {t('transcript_files__download__transcript')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const lengthOf = (spans: HiddenWords['others']) => spans.reduce((sum, { start_s, end_s }) => sum + end_s - start_s, 0)

/** What will be hidden, so that a person sees what is missing before the file leaves. */
function Hidden({ hidden }: { hidden: HiddenWords }) {
  const { t } = useTranslation()
  const { reason, words, silences_all, others, others_everywhere, flagged } = hidden
  const secondsOf = (spans: HiddenWords['others']) => ({
    seconds: formatDecimals(lengthOf(spans), currentLanguage(), 1),
  })
  if (reason !== null) return <Alert color="red">{t(`transcript_files__reason__${reason}`)}</Alert>
  return (
    <>
      <p className={classes.note}>
        {words.length === 0 ? t('transcript_files__hide__none') : t('transcript_files__hide__words')}
      </p>
      {words.length > 0 && (
        <ul className={classes.words}>
          {words.map(({ place, text, marked }) => (
            <li key={place} data-marked={marked || undefined}>
              {text}
              <small>{t(marked ? 'transcript_files__hide__marked' : 'transcript_files__hide__found')}</small>
            </li>
          ))}
        </ul>
      )}
      {silences_all && (
        <Alert color="yellow" mb="sm">
          {t('transcript_files__hide__all')}
        </Alert>
      )}
      {others_everywhere ? (
        <Alert color="yellow" mb="sm">
          {t('transcript_files__hide__others_everywhere')}
        </Alert>
      ) : (
        others.length > 0 && <p className={classes.note}>{t('transcript_files__hide__others', secondsOf(others))}</p>
      )}
      {flagged.length > 0 && <p className={classes.note}>{t('transcript_files__hide__flagged', secondsOf(flagged))}</p>}
      <p className={classes.note}>{t('transcript_files__hide__check')}</p>
    </>
  )
}
