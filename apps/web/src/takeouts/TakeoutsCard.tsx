import { Card } from '../ui/Card.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Takeouts } from './Takeouts.tsx'

/** Takeouts of the organisation's data, for managers. */
export function TakeoutsCard() {
  const { t } = useTranslation()
  return (
    <Card title={t('takeouts__card__title')}>
      <Takeouts scope="organization" />
    </Card>
  )
}
