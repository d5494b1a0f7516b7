import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAccess, useUser } from '../api/current-user.ts'
import { signOut } from '../api/session.ts'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import classes from './NoAreaPage.module.css'

/** Who works as no examiner finds out here as whom they are signed in, and how to leave. */
export function NoAreaPage() {
  const { t } = useTranslation()
  const { first_name, last_name, organization } = useUser()
  const isExaminer = useAccess({ role: 'examiner' })
  const isManager = useAccess({ role: 'manager' })
  useTitle(t('base__no_area__title'))
  return (
    <section className={classes.card}>
      <h1>{t('base__no_area__welcome', { name: `${first_name} ${last_name}`.trim() })}</h1>
      <p>{t('base__no_area__organization', { organization: organization.name })}</p>
      <p>{isManager ? t('base__no_area__manager') : t('base__no_area__no_role')}</p>
      <div className={classes.actions}>
        {isExaminer && (
          <Button component={Link} to={links.dashboard}>
            {t('base__no_area__participants')}
          </Button>
        )}
        <Button variant="default" onClick={() => void signOut()}>
          {t('base__user_menu__sign_out')}
        </Button>
      </div>
    </section>
  )
}
