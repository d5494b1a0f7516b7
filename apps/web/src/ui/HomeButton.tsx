import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from './i18n.ts'
import { links } from './links.ts'

export function HomeButton() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={links.signIn} variant="light">
      {t('base__state__home')}
    </Button>
  )
}
