import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryFor } from '../../api/query.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Loading } from '../../ui/Loading.tsx'
import classes from './Settings.module.css'

/** The rules for signing in that are in force, and who can change them. */
export function SignInRulesCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/sign_in_rules/'))
  return (
    <Card title={t('look__rules__title')}>
      {data !== undefined ? (
        <>
          <FactList
            facts={[
              [t('look__rules__password'), t('look__rules__password_text', { length: data.password.min_length })],
              [
                t('look__rules__lockout'),
                t('look__rules__lockout_text', {
                  attempts: data.lockout.attempts,
                  minutes: data.lockout.minutes,
                  all: data.lockout.all_attempts,
                  longer: data.lockout.all_minutes,
                }),
              ],
              [
                t('look__rules__factor'),
                t('look__rules__factor_text', {
                  having: data.second_factor.with_factor,
                  users: data.second_factor.users,
                }),
              ],
              [
                t('look__rules__session'),
                t('look__rules__session_text', {
                  minutes: data.session.idle_minutes,
                  hours: data.session.absolute_hours,
                }),
              ],
            ]}
          />
          <p className={classes.text}>{t('look__rules__who')}</p>
        </>
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}
