import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
import { Takeouts } from './Takeouts.tsx'

/** The organisation's data, on the page of those who manage it. */
export function TakeoutsCard() {
  const { t } = useTranslation()
  return (
    <Card title={t('takeouts__card__title')}>
      <Takeouts scope="organization" />
    </Card>
  )
}
