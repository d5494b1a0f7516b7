import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Says that the form began with what an earlier visit left, and offers to begin without it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="gray" variant="light" role="status" mb="md">
      {t('base__draft__restored')}{' '}
      <Button variant="subtle" size="compact-md" onClick={onDiscard}>
        {t('base__draft__discard')}
      </Button>
    </Alert>
  )
}
