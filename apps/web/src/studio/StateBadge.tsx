import type { ProtocolDraftSummary } from '@fonema/contract'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Studio.module.css'

const colors = { draft: 'gray', published: 'teal', retired: 'orange' } as const

/** Draft, published or retired, and whether there are changes that nobody records yet. */
export function StateBadge({ draft: { state, version, is_changed } }: { draft: ProtocolDraftSummary }) {
  const { t } = useTranslation()
  return (
    <span className={classes.badges}>
      <Badge color={colors[state]} variant="light">
        {state === 'published' ? t('studio__state__published', { version }) : t(`studio__state__${state}`)}
      </Badge>
      {version !== null && is_changed && (
        <Badge color="gray" variant="light">
          {t('studio__state__changed')}
        </Badge>
      )}
    </span>
  )
}
