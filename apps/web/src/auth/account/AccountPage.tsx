import { Anchor, Button } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useAccess, useUser } from '../../api/current-user.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx'
import { links } from '../../ui/links.ts'
import { useTitle } from '../../ui/useTitle.ts'
import classes from './Account.module.css'
import { FeedCard } from './FeedCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PersonCard } from './PersonCard.tsx'
import { SignInsCard } from './SignInsCard.tsx'

/** `Takeouts`: exports an examiner's own data. */
type AccountPageProps = { Takeouts: ComponentType<{ onClose: () => void }> }

/** The user's own account: data, language, password, second factor, sign-ins and data export. */
export function AccountPage({ Takeouts }: AccountPageProps) {
  const { t } = useTranslation()
  const isExaminer = useAccess({ role: 'examiner' })
  const { is_impersonifing } = useUser()
  const [exports, setExports] = useState(false)
  useTitle(t('account__page__title'))
  return (
    <div className={classes.page}>
      <BackLink to={links.dashboard}>{t('account__page__back')}</BackLink>
      <h1>{t('account__page__title')}</h1>
      <PersonCard />
      <Card title={t('account__language__title')}>
        <LanguageSwitch />
      </Card>
      <PasswordCard />
      <Card title={t('base__user_menu__second_factor')}>
        <p className={classes.text}>{t('account__second_factor__help')}</p>
        <p>
          <Anchor component={Link} to={links.secondFactor}>
            {t('account__second_factor__open')}
          </Anchor>
        </p>
      </Card>
      <SignInsCard />
      {isExaminer && !is_impersonifing && (
        <>
          <NotificationsCard />
          <FeedCard />
        </>
      )}
      {isExaminer && (
        <Card title={t('account__export__title')}>
          <p className={classes.text}>{t('account__export__help')}</p>
          <p>
            <Button variant="default" onClick={() => setExports(true)}>
              {t('account__export__open')}
            </Button>
          </p>
          {exports && (
            <Suspense fallback={null}>
              <Takeouts onClose={() => setExports(false)} />
            </Suspense>
          )}
        </Card>
      )}
    </div>
  )
}
