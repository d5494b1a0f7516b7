import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ComingPage } from '../ui/ComingPage.tsx'
import { links } from '../ui/links.ts'

/** Resetting and setting a password by mail: until they are built, who can help. */
export function PasswordComingPage({ kind }: { kind: 'reset' | 'set' }) {
  const { t } = useTranslation()
  return (
    <ComingPage
      title={kind === 'reset' ? 'login__reset__title' : 'login__set__title'}
      text={kind === 'reset' ? 'login__reset__coming' : 'login__set__coming'}
    >
      <Button component="a" href={links.signIn} variant="light">
        {t('login__reset__back')}
      </Button>
    </ComingPage>
  )
}
