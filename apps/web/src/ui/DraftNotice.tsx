import { Button } from '@mantine/core'
import classes from './DraftNotice.module.css'
import { useTranslation } from './i18n.ts'

/** Says that the form was restored from a draft, and offers to discard it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.notice} role="status">
      {t('base__draft__restored')}
      <Button variant="subtle" size="compact-md" onClick={onDiscard}>
        {t('base__draft__discard')}
      </Button>
    </div>
  )
}
