import type { ReportState } from '@fonema/contract'
import { Badge } from '@mantine/core'
import { useTranslation } from '../ui/i18n.ts'

const colors: Record<ReportState, string> = { draft: 'yellow', signed: 'teal', amended: 'gray', revoked: 'gray' }

export function StateBadge({ state }: { state: ReportState }) {
  const { t } = useTranslation()
  return (
    <Badge color={colors[state]} variant="light">
      {t(`clinical_reports__state__${state}`)}
    </Badge>
  )
}
