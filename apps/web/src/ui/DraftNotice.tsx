import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './DraftNotice.module.css'

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
