import { Button } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import type { Studio } from '../useStudio.ts'
import { useExport } from './useExport.ts'

/** Saves the protocol as a file: as it is in the editor, and as it was published when that differs. */
export function ExportButtons({ studio }: { studio: Studio }) {
  const { t } = useTranslation()
  const draft = useExport()
  const version = useExport()
  const { server } = studio
  const published = server.is_changed ? server.versions[0] : undefined
  const protocol = published?.protocols[0]
  async function exportDraft() {
    // The page says why it could not be saved.
    if ((await studio.save()) !== null) draft.mutate({ key: server.key, draft: server.id })
  }
  return (
    <>
      {published !== undefined && protocol !== undefined && (
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          loading={version.isPending}
          onClick={() => version.mutate({ key: `${server.key}-${published.version}`, protocol: protocol.id })}
        >
          {t('protocol_import__export__version', { version: published.version })}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<DownloadIcon />}
        loading={draft.isPending}
        onClick={() => void exportDraft()}
      >
        {t('protocol_import__export__button')}
      </Button>
    </>
  )
}
