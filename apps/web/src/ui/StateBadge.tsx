import type { DraftState } from '@fonema/contract'
import { Badge } from '@mantine/core'
import classes from './editor.module.css'
import { useTranslation } from './i18n.ts'

const colors = { draft: 'gray', published: 'teal', retired: 'yellow' } as const

type StateBadgeProps = { draft: { state: DraftState; version: number | null; is_changed: boolean } }

/** Draft, published or retired, and whether there are changes that nobody uses yet. */
export function StateBadge({ draft: { state, version, is_changed } }: StateBadgeProps) {
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
