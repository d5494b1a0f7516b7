import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { LogoField } from './LogoField.tsx'
import classes from './Templates.module.css'

/** The organisation's logo, for its room. The same one stands above reports. */
export function LogoCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /report_letterhead/'))
  return (
    <Card title={t('clinical_reports__logo__title')}>
      <p className={classes.about}>{t('clinical_reports__logo__about')}</p>
      {data !== undefined ? (
        <LogoField logo={data.logo} />
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}
