import { Button } from '@mantine/core'
import { useFailureTexts } from './failure-texts.ts'
import { useTranslation } from './i18n.ts'
import classes from './states.module.css'

/** Shown instead of data that could not be loaded. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  return (
    <div className={classes.message} role="alert">
      <p>{ofFailure(error)}</p>
      {onRetry !== undefined && (
        <Button variant="default" onClick={onRetry}>
          {t('base__state__retry')}
        </Button>
      )}
    </div>
  )
}
