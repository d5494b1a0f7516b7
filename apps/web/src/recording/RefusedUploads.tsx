import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiFailure } from '../api/http.ts'
import { queryFor } from '../api/query.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { downloadTake } from './outbox/download.ts'
import { isMade, RefusedEntry } from './outbox/RefusedEntry.tsx'
import type { Refusal } from './recorder/upload.ts'
import { uploadQueue, useUploads } from './uploads.tsx'

/** Uploads that the server refuses for good: the reason, and the audio for download. */
export function RefusedUploads() {
  const { t } = useTranslation()
  const { failed } = useUploads()
  const texts = useFailureTexts()
  const protocols = useQuery({ ...queryFor('GET /protocols/examiner/'), enabled: failed.length > 0 })
  const titleOf = (itemId: string | null) =>
    protocols.data?.flatMap(({ items }) => items).find(({ id }) => id === itemId)?.title ?? ''
  const reasonOf = ({ status, code }: Refusal) =>
    status === 400 ? texts.ofFieldCode(code) : texts.ofFailure(new ApiFailure(status, code as ApiFailure['code']))
  return failed.map(({ upload, refusal }) =>
    isMade(upload) ? (
      <RefusedEntry key={upload.id} upload={upload} refusal={refusal} />
    ) : (
      <Alert
        key={upload.id}
        color="red"
        role="alert"
        mb="md"
        title={t('responses__record__refused_title', { title: titleOf(upload.itemId) })}
      >
        <p>
          {reasonOf(refusal)} {upload.kind === 'take' && t('responses__record__refused_kept')}
        </p>
        <ButtonRow>
          <Button variant="default" onClick={() => void uploadQueue().retry(upload.id)}>
            {t('responses__record__send_again')}
          </Button>
          {upload.kind === 'take' && (
            <Button variant="default" leftSection={<DownloadIcon />} onClick={() => void downloadTake(upload)}>
              {t('responses__record__download')}
            </Button>
          )}
        </ButtonRow>
      </Alert>
    ),
  )
}
