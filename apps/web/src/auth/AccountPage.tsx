import { Anchor, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUser } from '../api/current-user.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { FactList } from '../ui/FactList.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'

/** The user's own account: the signed-in user, the interface's language, and the sign-in settings. */
export function AccountPage() {
  const { t } = useTranslation()
  const { first_name, last_name, email, organization } = useUser()
  useTitle(t('account__page__title'))
  return (
    <Stack gap="lg">
      <BackLink to={links.dashboard}>{t('account__page__back')}</BackLink>
      <h1>{t('account__page__title')}</h1>
      <Card title={t('account__person__title')}>
        <FactList
          facts={[
            [t('account__person__name'), `${first_name} ${last_name}`.trim() || null],
            [t('account__person__email'), email],
            [t('account__person__organization'), organization.name],
          ]}
        />
        <p>{t('account__person__change')}</p>
      </Card>
      <Card title={t('base__language__label')}>
        <LanguageSwitch />
      </Card>
      <Card title={t('account__access__title')}>
        <p>
          <Anchor component={Link} to={links.secondFactor}>
            {t('base__user_menu__second_factor')}
          </Anchor>
        </p>
        <p>
          <Anchor component={Link} to={links.resetPassword}>
            {t('account__access__password')}
          </Anchor>
        </p>
      </Card>
    </Stack>
  )
}
