import './ui/public.css'
import { MantineProvider } from '@mantine/core'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { endIfIdle } from './api/activity.ts'
import { forgetOffline, hasOffline, readSession } from './api/session.ts'
import { leaveForSignIn } from './auth/sign-in-notice.ts'
import { Root } from './Root.tsx'
import { brand } from './ui/brand.ts'
import { initTexts } from './ui/i18n.ts'
import { keepFieldInView } from './ui/keyboard-view.ts'
import { cssVariables, styleNonce, theme } from './ui/theme.ts'

// No top-level await: it would delay every chunk that imports from this module.
async function start(): Promise<void> {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', brand.accent[8]!)
  // It loads beside the texts. A failure shows itself where the application is rendered.
  if (readSession() !== null) void import('./app.tsx').catch(() => {})
  await initTexts(...(readSession() === null ? [] : (['base'] as const)))
  // Only browsers that keep something load it. One that cannot restore anything asks for a sign-in.
  if (await hasOffline()) await import('./offline/kept-sign-in.ts').then((kept) => kept.restoreSignIn()).catch(() => {})
  // No listener exists yet, so the page itself reports why it is left.
  if (endIfIdle()) return leaveForSignIn({ ended: 'idle', returnTo: null })
  // The browser may have been closed before it had deleted everything.
  if (readSession() === null) forgetOffline()
  keepFieldInView()
  // React draws a transition in short pieces, between which a slow machine reacts to touches.
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        getStyleNonce={styleNonce}
        forceColorScheme="light"
      >
        <Root />
      </MantineProvider>,
    ),
  )
}

void start()
