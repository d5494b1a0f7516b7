import { ActionIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showError } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { AudioLink } from './useAudioLink.ts'

type DownloadRecordingProps = { link: AudioLink; name: string; take: number }

/** The stored file itself, with what lies before and after its marks. */
export function DownloadRecording({ link, name, take }: DownloadRecordingProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const download = useMutation({
    mutationFn: async () => {
      const response = await fetch(await link.fetch())
      if (!response.ok) throw new Error(`the recording answered ${response.status}`)
      return response.blob()
    },
    onSuccess: (file) => saveFile(`${name} ${take}.${file.type === 'audio/flac' ? 'flac' : 'wav'}`, file),
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
