import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContextOptions, chromium, type Page } from 'playwright'
import { expect, inject, onTestFinished } from 'vitest'
import { demoPassword } from './start-server.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Microphone = {
  /** A WAV file at 44.1 kHz, the rate of Chromium's fake device; absent: Chromium's own beeps. */
  file?: string
  /** What the user answers; absent: the microphone is allowed. */
  permission?: 'denied'
  /** No audio input at all. */
  absent?: true
}

export const spanish: BrowserContextOptions = { locale: 'es-AR', viewport: { width: 1440, height: 900 } }
export const phone = { width: 390, height: 844 }

/**
 * A fresh browser with a fake microphone. Anything that the page complains of (an error on the console, a breach of
 * the content security policy) fails the test when it ends.
 */
export async function openPage({
  microphone = {},
  context: options = spanish,
  expected = [],
}: {
  microphone?: Microphone
  context?: BrowserContextOptions
  /** Console errors that the test provokes. */
  expected?: RegExp[]
} = {}): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      ...flags,
      ...(microphone.permission === undefined ? ['--use-fake-ui-for-media-stream'] : []),
      microphone.absent ? '--disable-audio-input' : '--use-fake-device-for-media-stream',
      ...(microphone.file === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone.file}%noloop`]),
    ],
  })
  const context = await browser.newContext({ baseURL: inject('baseUrl'), ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  // The browser itself reports each failed answer; what matters is what the page makes of it. The hash is of a style
  // that axe puts into a page with media while it looks at it.
  const ordinary = [/Failed to load resource/, /sha256-7Wn\/5ghbhb9U5yM332FZpa4jDUilNGJdZ87eJ6XZFBA=/, ...expected]
  page.on('console', (message) => {
    if (message.type() === 'error' && !ordinary.some((pattern) => pattern.test(message.text())))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  onTestFinished(async () => {
    // An intercepted call may still be in flight; its handler would throw once the browser is closed.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await browser.close()
    expect(complaints).toEqual([])
  })
  return page
}

/** Fills in the sign-in page, which is open, and sends it. */
export async function submit(page: Page, email: string, password = demoPassword) {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

/** The administration of the second organisation, whose owner is no examiner. */
export async function openAdministration(): Promise<Page> {
  const page = await openPage()
  await page.goto('/')
  await submit(page, 'owner@other.example')
  await page.waitForURL('**/admin/')
  return page
}

/** Signs an examiner in on the sign-in page, in Spanish, for the first time in this browser. */
export async function signIn(page: Page, email = 'examiner@demo.example') {
  await page.goto(inject('baseUrl'))
  await submit(page, email)
  await page.waitForURL('**/dashboard/')
  // The tutorial greets each examiner once in each browser.
  await page.getByRole('button', { name: 'Omitir', exact: true }).click()
}

/** Nobody is kept out: no violation that axe finds, no text that leaves the screen sideways. */
export async function requireAccessible(page: Page) {
  // What is still fading in has other colours than it will have.
  await page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 100))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]),
  ).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
