import { ActionIcon, Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useAccess } from '../../api/current-user.ts'
import { loadTexts, useTranslation } from '../../ui/i18n.ts'
import { DownloadIcon, MoreIcon, UploadIcon } from '../../ui/icons.tsx'
import type { ItemPath } from '../session/useTranscript.ts'

const Download = lazy(async () => {
  const [{ DownloadTranscript }] = await Promise.all([
    import('./DownloadTranscript.tsx'),
    loadTexts('transcript_files'),
  ])
  return { default: DownloadTranscript }
})
const Import = lazy(async () => {
  const [{ ImportTranscript }] = await Promise.all([
    import('./ImportTranscript.tsx'),
    loadTexts('transcript_files', 'imports'),
  ])
  return { default: ImportTranscript }
})

/** Downloads the transcript as a file, or imports one. */
export function TranscriptFiles({ item, version }: { item: ItemPath; version: number }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'download' | 'import' | null>(null)
  const mayDownload = useAccess({ feature: 'downloadProtocolRes', also: 'readProtocolRes' }) && version > 0
  const mayImport = useAccess({ role: 'examiner', feature: 'recordProtocol', also: 'readProtocolRes' })
  if (!mayDownload && !mayImport) return null
  const close = () => setDialog(null)
  return (
    <>
      <Menu withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('analysis__transcript__files')}
            title={t('analysis__transcript__files')}
          >
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayDownload && (
            <Menu.Item leftSection={<DownloadIcon />} onClick={() => setDialog('download')}>
              {t('analysis__transcript__download')}
            </Menu.Item>
          )}
          {mayImport && (
            <Menu.Item leftSection={<UploadIcon />} onClick={() => setDialog('import')}>
              {t('analysis__transcript__import')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'download' && <Download item={item} onClose={close} />}
        {dialog === 'import' && <Import item={item} onClose={close} />}
      </Suspense>
    </>
  )
}
