import type { ProviderId, Tokens } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { keepProof, takeErrand } from '../api/provider.ts'
import { startSession } from '../api/session.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import { CodeForm, type CodeRequest } from './CodeForm.tsx'
import { LinkForm } from './LinkForm.tsx'
import { SignInFrame } from './SignInPage.tsx'
import { signInFailureText } from './sign-in-failure.ts'

type ProviderReturnPageProps = {
  providerId: string
  /** With the address of the page that the person came from. */
  onDone: (address: string | null) => void
}

type State =
  | { step: 'waiting' }
  | { step: 'failed'; failure: unknown; returnTo: string | null }
  | { step: 'link'; continuation: string; email: string }
  | { step: 'code'; request: CodeRequest }

/** Where an identity provider sends the browser back to: finishes the sign-in, or the confirmation of who signs. */
export function ProviderReturnPage({ providerId, onDone }: ProviderReturnPageProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<State>({ step: 'waiting' })
  const [errand] = useState(takeErrand)
  const hasBegun = useRef(false)
  const title = t(
    state.step === 'code' ? 'login__code__title' : state.step === 'link' ? 'login__link__title' : 'login__page__title',
  )
  useTitle(title)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    // The code is valid once: it must not stay in the address.
    const query = location.search.slice(1)
    history.replaceState(null, '', location.pathname)
    void finish(query)
  })

  async function finish(query: string) {
    const body = { provider_id: providerId as ProviderId, query: query || 'none' }
    try {
      if (errand.purpose === 'confirmation') {
        const { proof } = await call('POST /user/provider/confirmed/', { body })
        keepProof(errand, proof)
        onDone(errand.returnTo)
      } else if (errand.purpose === 'launch') enter(await call('POST /user/provider/launch/finish/', { body }))
      else enter(await call('POST /user/provider/finish/', { body }))
    } catch (failure) {
      setState(nextOf(failure))
    }
  }

  function enter(tokens: Tokens) {
    startSession(tokens)
    onDone(errand.returnTo)
  }

  function nextOf(failure: unknown): State {
    const failed: State = {
      step: 'failed',
      failure,
      returnTo: errand.purpose === 'confirmation' ? errand.returnTo : null,
    }
    if (!(failure instanceof ApiFailure)) return failed
    const { continuation, email } = failure.members as { continuation?: string; email?: string }
    if (continuation === undefined) return failed
    if (failure.code === 'link_required') return { step: 'link', continuation, email: email ?? '' }
    if (failure.code === 'second_factor_required')
      return { step: 'code', request: requestOf(failure, { continuation }) }
    return failed
  }

  const goOn = (body: { continuation: string; password?: string }, proof: object = {}) =>
    call('POST /user/provider/continue/', { body: { provider_id: providerId as ProviderId, ...body, ...proof } })

  const requestOf = (failure: ApiFailure, body: { continuation: string; password?: string }): CodeRequest => ({
    failure,
    send: (proof) => goOn(body, proof),
  })

  switch (state.step) {
    case 'waiting':
      return <Loading fullPage />
    case 'code':
      return (
        <SignInFrame title={title}>
          <CodeForm codeRequest={state.request} onSignedIn={enter} onBack={() => location.assign(links.signIn)} />
        </SignInFrame>
      )
    case 'link':
      return (
        <SignInFrame title={title}>
          <LinkForm
            email={state.email}
            connect={async (password) => {
              const body = { continuation: state.continuation, password }
              try {
                enter(await goOn(body))
              } catch (failure) {
                if (!(failure instanceof ApiFailure) || failure.code !== 'second_factor_required') throw failure
                setState({ step: 'code', request: requestOf(failure, body) })
              }
            }}
            ask={() =>
              call('POST /user/provider/ask/', {
                body: { provider_id: providerId as ProviderId, continuation: state.continuation },
              })
            }
          />
        </SignInFrame>
      )
    case 'failed':
      return (
        <SignInFrame title={t('login__provider__failed')}>
          <Alert color="red" role="alert">
            {signInFailureText(t, state.failure)}
          </Alert>
          <Button fullWidth component="a" href={state.returnTo ?? links.signIn}>
            {t(state.returnTo === null ? 'login__provider__again' : 'login__provider__back')}
          </Button>
        </SignInFrame>
      )
  }
}
