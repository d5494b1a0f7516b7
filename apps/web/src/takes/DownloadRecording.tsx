import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { readRecording } from './recording-file.ts'
import type { Recording } from './useAudioLink.ts'

type DownloadRecordingProps = { recording: Recording; name: string }

/** Downloads the stored file itself, including the audio before and after the marks. */
export function DownloadRecording({ recording, name }: DownloadRecordingProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const download = useMutation({
    mutationFn: () => readRecording(recording),
    onSuccess: (file) => saveFile(`${name} ${recording.take}.${file.type === 'audio/flac' ? 'flac' : 'wav'}`, file),
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      loading={download.isPending}
      aria-label={t('responses__result__download', { name })}
      title={t('responses__result__download', { name })}
      onClick={() => download.mutate()}
    >
      <DownloadIcon />
    </ActionIcon>
  )
}
