import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../api/http.ts'
import { queryFor } from '../api/query.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import alert from './RecordAlert.module.css'
import type { Refusal, Upload } from './recorder/upload.ts'
import classes from './UploadStatus.module.css'
import { uploadQueue, useUploads } from './uploads.tsx'

/** How many answers wait to be sent. Quiet, and never absent when there is one. */
export function UploadStatus() {
  const { t } = useTranslation()
  const { waiting, failing } = useUploads()
  return (
    <div className={classes.waiting} role="status">
      {waiting > 0 && t('responses__record__waiting', { count: waiting })}
      {waiting > 0 && failing && <span> · {t('responses__record__retrying')}</span>}
    </div>
  )
}

/** What the server will not take: why, and the audio to be kept elsewhere. */
export function RefusedUploads() {
  const { t } = useTranslation()
  const { failed } = useUploads()
  const texts = useFailureTexts()
  const protocols = useQuery({ ...queryFor('GET /protocols/examiner/'), enabled: failed.length > 0 })
  const titleOf = (itemId: string) =>
    protocols.data?.flatMap(({ items }) => items).find(({ id }) => id === itemId)?.title ?? ''
  const reasonOf = ({ status, code }: Refusal) =>
    status === 400 ? texts.ofFieldCode(code) : texts.ofFailure(new ApiFailure(status, code as ApiFailure['code']))
  return failed.map(({ upload, refusal }) => (
    <Alert
      key={upload.id}
      color="red"
      role="alert"
      classNames={{ title: alert.title, message: alert.message }}
      mb="md"
      title={t('responses__record__refused_title', { title: titleOf(upload.itemId) })}
    >
      <p>
        {reasonOf(refusal)} {upload.kind === 'take' && t('responses__record__refused_kept')}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void uploadQueue().retry(upload.id)}>
          {t('responses__record__send_again')}
        </Button>
        {upload.kind === 'take' && (
          <Button variant="default" leftSection={<DownloadIcon />} onClick={() => download(upload)}>
            {t('responses__record__download')}
          </Button>
        )}
      </div>
    </Alert>
  ))
}

function download({ take, number, itemId }: Extract<Upload, { kind: 'take' }>): void {
  const address = URL.createObjectURL(take.wav)
  const link = document.createElement('a')
  link.href = address
  link.download = `${take.recordedAt.replaceAll(':', '-')}_${itemId}_${number}.wav`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
