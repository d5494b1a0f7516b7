import type { ProtocolSummary } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { useExport } from './useExport.ts'

/** Saves a protocol that ships with the product as a file, in all of its languages. */
export function ExportShipped({ protocol }: { protocol: ProtocolSummary }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useExport()
  return (
    <Button
      size="sm"
      variant="subtle"
      aria-label={t('protocol_import__export__of', { name: protocol.name })}
      loading={isPending}
      onClick={() => mutate({ key: protocol.name, protocol: protocol.id })}
    >
      {t('protocol_import__export__button')}
    </Button>
  )
}
