import type { EhrId } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { launchAt } from '../api/provider.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import { SignInFrame } from './SignInPage.tsx'
import { signInFailureText } from './sign-in-failure.ts'

/** Where a health record opens the application beside a patient: leaves for its sign-in at once. */
export function LaunchPage({ ehrId }: { ehrId: string }) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<unknown>(null)
  const hasBegun = useRef(false)
  useTitle(t('login__page__title'))

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const query = new URLSearchParams(location.search)
    // A launch is valid once: it must not stay in the address.
    history.replaceState(null, '', location.pathname)
    const [iss, launch] = [query.get('iss'), query.get('launch')]
    const given = { ...(iss !== null && { iss }), ...(launch !== null && { launch }) }
    void launchAt({ ehr_id: ehrId as EhrId, ...given }, links.launched).catch(setFailure)
  })

  if (failure === null) return <Loading fullPage />
  return (
    <SignInFrame title={t('login__launch__failed')}>
      <Alert color="red" role="alert" my="md">
        {signInFailureText(t, failure)}
      </Alert>
      <Button fullWidth component="a" href={links.signIn}>
        {t('login__provider__again')}
      </Button>
    </SignInFrame>
  )
}
