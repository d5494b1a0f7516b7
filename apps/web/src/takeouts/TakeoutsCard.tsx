import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
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
