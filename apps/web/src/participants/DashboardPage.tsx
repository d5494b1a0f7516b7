import { useTranslation } from 'react-i18next'
import { useAccess, useUser } from '../api/current-user.ts'
import { Card } from '../ui/Card.tsx'
import { useTitle } from '../ui/useTitle.ts'
import classes from './DashboardPage.module.css'
import { ParticipantList } from './ParticipantList.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

/** The examiner's home. */
export function DashboardPage() {
  const { t } = useTranslation()
  const { first_name, last_name } = useUser()
  const mayRegister = useAccess({ feature: 'createParticipant' })
  useTitle(t('home__page__title'))
  return (
    <>
      <h1 className={classes.welcome}>{t('home__header__welcome', { name: `${first_name} ${last_name}`.trim() })}</h1>
      <div className={classes.columns}>
        <ParticipantList />
        <Card title={t('home__form__title')}>
          {mayRegister ? <RegistrationForm /> : <p>{t('home__form__unavailable')}</p>}
        </Card>
      </div>
    </>
  )
}
