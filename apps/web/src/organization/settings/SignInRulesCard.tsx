import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { RequiredFactorForm } from './RequiredFactorForm.tsx'
import classes from './Settings.module.css'

/** The rules for signing in that are in force, and who can change them. */
export function SignInRulesCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/sign_in_rules/'))
  return (
    <Card title={t('look__rules__title')}>
      {data !== undefined ? (
        <>
          <dl className={classes.rules}>
            <dt>{t('look__rules__password')}</dt>
            <dd>{t('look__rules__password_text', { length: data.password.min_length })}</dd>
            <dt>{t('look__rules__lockout')}</dt>
            <dd>
              {t('look__rules__lockout_text', {
                attempts: data.lockout.attempts,
                minutes: data.lockout.minutes,
                all: data.lockout.all_attempts,
                longer: data.lockout.all_minutes,
              })}
            </dd>
            <dt>{t('look__rules__factor')}</dt>
            <dd>
              {t('look__rules__factor_text', {
                having: data.second_factor.with_factor,
                users: data.second_factor.users,
              })}
            </dd>
            <dt>{t('look__rules__session')}</dt>
            <dd>
              {t('look__rules__session_text', {
                minutes: data.session.idle_minutes,
                hours: data.session.absolute_hours,
              })}
            </dd>
          </dl>
          <p className={classes.note}>{t('look__rules__who')}</p>
          {/* The form starts again with what was stored. */}
          <RequiredFactorForm key={Object.values(data.second_factor.required_from).join()} rules={data} />
        </>
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}
