import type { Tokens } from '@fonema/contract'
import { Alert } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SessionEnd } from '../api/session.ts'
import { type TextKey, useTranslation } from '../ui/i18n.ts'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { LegalLinks } from '../ui/LegalLinks.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useTitle } from '../ui/useTitle.ts'
import type { CodeRequest } from './CodeForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import classes from './SignInPage.module.css'

/** Only some accounts have a second factor. */
const CodeForm = lazy(async () => {
  const { CodeForm } = await import('./CodeForm.tsx')
  return { default: CodeForm }
})

const endTexts: Record<SessionEnd, TextKey> = {
  signed_out: 'login__ended__signed_out',
  idle: 'login__ended__idle',
  refused: 'login__ended__refused',
}

type SignInPageProps = {
  onSignedIn: (tokens: Tokens) => void
  /** Why the previous session ended, if there was one. */
  ended: SessionEnd | null
  returnTo: string | null
}

export function SignInPage({ onSignedIn, ended, returnTo }: SignInPageProps) {
  const { t } = useTranslation()
  const [codeRequest, setCodeRequest] = useState<CodeRequest | null>(null)
  const title = t(codeRequest === null ? 'login__page__title' : 'login__code__title')
  useTitle(title)
  return (
    <SignInFrame title={title}>
      {codeRequest !== null ? (
        <Suspense>
          <CodeForm codeRequest={codeRequest} onSignedIn={onSignedIn} onBack={() => setCodeRequest(null)} />
        </Suspense>
      ) : (
        <>
          <p className={classes.subtitle}>{t('login__page__subtitle')}</p>
          {ended !== null && (
            <Alert color="accent" role="status" className={classes.ended}>
              {t(endTexts[ended])}
            </Alert>
          )}
          <SignInForm returnTo={returnTo} onSignedIn={onSignedIn} onCodeRequired={setCodeRequest} />
        </>
      )}
    </SignInFrame>
  )
}

/** The frame of the pages before a sign-in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <header className={classes.brand}>
        <Logo height={40} inverted />
        <p className={classes.claim}>{t('login__page__claim')}</p>
        <Voice />
      </header>
      <main className={classes.main}>
        <div className={classes.languages}>
          <LanguageSwitch />
        </div>
        <div className={classes.content}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
        <footer className={classes.footer}>
          <LegalLinks />
        </footer>
      </main>
    </div>
  )
}

/** A voice as bars: the envelope of three syllables. */
function Voice() {
  const bars = Array.from(
    { length: 56 },
    (_, i) => 5 + 62 * Math.abs(Math.sin(i * 0.17)) * (0.45 + 0.55 * Math.abs(Math.cos(i * 1.9))),
  )
  return (
    <svg className={classes.voice} viewBox="0 0 560 140" aria-hidden="true">
      {bars.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <rect key={i} x={i * 10 + 3} y={70 - height} width="4" height={height * 2} rx="2" fill="currentColor" />
      ))}
    </svg>
  )
}
