import { Alert, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiFailure } from '../../api/http.ts'
import { queryFor } from '../../api/query.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { isNeeded, type Refusal, type Upload } from '../recorder/upload.ts'
import { uploadQueue, useUploads } from '../uploads.tsx'
import { downloadTakes, downloadText } from './download.ts'
import classes from './RefusedEntry.module.css'
import { countWaiting } from './waiting-sessions.ts'

/** Made without a network. */
export type Made = Extract<Upload, { kind: 'session' | 'participant' | 'survey' | 'comment' }>
export const isMade = (upload: Upload): upload is Made =>
  upload.kind === 'session' || upload.kind === 'participant' || upload.kind === 'survey' || upload.kind === 'comment'

/** Something made without a network that the server refuses: why, what depends on it, and a person's ways out. */
export function RefusedEntry({ upload, refusal }: { upload: Made; refusal: Refusal }) {
  const { t } = useTranslation()
  const { blocked } = useUploads()
  const [isDiscarding, setDiscarding] = useState(false)
  const title = useTitleOf(upload)
  const reason = useReason(upload, refusal)
  const needing = blocked.filter((other) => isNeeded(upload, other))
  const takes = needing.filter((other) => other.kind === 'take')
  const isCodeTaken = upload.kind === 'participant' && refusal.field === 'code'
  const canSendAgain =
    !isCodeTaken && refusal.field !== 'visit_id' && !['wording_changed', 'conflict'].includes(refusal.code)
  return (
    <Alert color="red" role="alert" mb="md" title={title}>
      <p>
        {reason} {needing.length > 0 && t('responses__outbox__needing', { count: countWaiting(needing) })}
      </p>
      {isCodeTaken && <OtherCode upload={upload} />}
      {upload.kind === 'comment' && <blockquote className={classes.own}>{upload.comment}</blockquote>}
      {!isDiscarding && (
        <ButtonRow>
          {refusal.code === 'wording_changed' && (
            <Button variant="default" onClick={() => void keepEarlier(upload)}>
              {t('responses__outbox__earlier_wording')}
            </Button>
          )}
          {refusal.field === 'visit_id' && (
            <Button variant="default" onClick={() => void sendWithoutVisit(upload)}>
              {t('responses__outbox__without_visit')}
            </Button>
          )}
          {upload.kind === 'comment' && refusal.code === 'conflict' && (
            <Button variant="default" onClick={() => void replaceTheirs(upload)}>
              {t('responses__outbox__comment_replace')}
            </Button>
          )}
          {canSendAgain && (
            <Button variant="default" onClick={() => void uploadQueue().retry(upload.id)}>
              {t('responses__record__send_again')}
            </Button>
          )}
          {takes.length > 0 && (
            <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void downloadTakes(takes)}>
              {t('responses__outbox__session_download')}
            </Button>
          )}
          {upload.kind === 'survey' && (
            <Button variant="default" leftSection={<DownloadIcon />} onClick={() => downloadText(upload)}>
              {t('responses__outbox__survey_download')}
            </Button>
          )}
          <Button variant="subtle" color="red" onClick={() => setDiscarding(true)}>
            {t('responses__outbox__discard')}
          </Button>
        </ButtonRow>
      )}
      {isDiscarding && (
        <>
          <p>
            <strong>{t('responses__outbox__discard_title')}</strong> {t('responses__outbox__discard_text')}
          </p>
          <ButtonRow>
            <Button variant="default" onClick={() => setDiscarding(false)}>
              {t('responses__outbox__discard_no')}
            </Button>
            <Button color="red" onClick={() => void uploadQueue().discard(upload.id)}>
              {t('responses__outbox__discard_yes')}
            </Button>
          </ButtonRow>
        </>
      )}
    </Alert>
  )
}

/** Sends it again with the person's decision that it counts as it was made. */
async function keepEarlier(upload: Made): Promise<void> {
  const earlier_wording = true as const
  if (upload.kind === 'session')
    await uploadQueue().correct(upload.id, { kind: 'session', body: { ...upload.body, earlier_wording } })
  if (upload.kind === 'survey') {
    const { kind, name, key, body } = upload
    await uploadQueue().correct(upload.id, { kind, name, key, body: { ...body, earlier_wording } })
  }
}

/** The planned visit that it was meant for was deleted. */
async function sendWithoutVisit(upload: Made): Promise<void> {
  if (upload.kind === 'session') {
    const { visit_id: _, ...body } = upload.body
    await uploadQueue().correct(upload.id, { kind: 'session', body })
  }
  if (upload.kind === 'survey') {
    const { kind, name, key } = upload
    const { visit_id: _, ...body } = upload.body
    await uploadQueue().correct(upload.id, { kind, name, key, body })
  }
}

/** Without the comment that the person saw, theirs is replaced. */
const replaceTheirs = ({ id, kind, comment }: Extract<Upload, { kind: 'comment' }>) =>
  uploadQueue().correct(id, { kind, comment })

function useTitleOf(upload: Made): string {
  const { t } = useTranslation()
  const protocols = useQuery({ ...queryFor('GET /protocols/examiner/'), enabled: upload.kind === 'session' })
  switch (upload.kind) {
    case 'participant':
      return t('responses__outbox__participant_title', { code: upload.body.code })
    case 'survey':
      return t('responses__outbox__survey_title', { name: upload.name })
    case 'comment':
      return t('responses__outbox__comment_title')
    default: {
      const title = protocols.data?.find(({ id }) => id === upload.body.protocol_id)?.name ?? ''
      return t('responses__outbox__session_title', { title })
    }
  }
}

function useReason(upload: Made, { status, code, field }: Refusal): string {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  if (upload.kind === 'comment' && code === 'conflict') return t('responses__outbox__comment_conflict')
  if (field === 'visit_id') return t('responses__outbox__visit_gone')
  if (code === 'wording_changed') return t('responses__outbox__wording_changed')
  if (upload.kind === 'session' && field === 'protocol_id') return t('responses__outbox__session_unassigned')
  if (upload.kind === 'survey' && status === 400) return t('responses__outbox__survey_unassigned')
  return status === 400 ? texts.ofFieldCode(code) : texts.ofFailure(new ApiFailure(status, code as ApiFailure['code']))
}

function OtherCode({ upload }: { upload: Extract<Upload, { kind: 'participant' }> }) {
  const { t } = useTranslation()
  const [code, setCode] = useState(upload.body.code)
  const isSame = code.trim() === '' || code.trim() === upload.body.code
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSame) return
    void uploadQueue().correct(upload.id, { kind: 'participant', body: { ...upload.body, code: code.trim() } })
  }
  return (
    <form className={classes.code} onSubmit={submit}>
      <Unsaved when={!isSame} />
      <TextInput
        label={t('responses__outbox__participant_code')}
        maxLength={64}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isSame}>
        {t('responses__outbox__participant_send')}
      </Button>
    </form>
  )
}
