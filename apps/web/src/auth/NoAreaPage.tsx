import { Button } from '@mantine/core'
import { useUser } from '../api/current-user.ts'
import { signOut } from '../api/session.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { useTitle } from '../ui/useTitle.ts'
import classes from './NoAreaPage.module.css'

/** Shown to users without a role: their account, and a way to sign out. */
export function NoAreaPage() {
  const { t } = useTranslation()
  const { first_name, last_name, organization } = useUser()
  useTitle(t('base__no_area__title'))
  return (
    <section className={classes.card}>
      <h1>{t('base__no_area__welcome', { name: `${first_name} ${last_name}`.trim() })}</h1>
      <p>{t('base__no_area__organization', { organization: organization.name })}</p>
      <p>{t('base__no_area__no_role')}</p>
      <ButtonRow>
        <Button variant="default" onClick={() => void signOut()}>
          {t('base__user_menu__sign_out')}
        </Button>
      </ButtonRow>
    </section>
  )
}
