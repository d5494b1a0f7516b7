import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
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
  /** The user's answer; absent: the microphone is allowed. */
  permission?: 'denied'
  /** No audio input at all. */
  absent?: true
}

export const spanish: BrowserContextOptions = { locale: 'es-AR', viewport: { width: 1440, height: 900 } }
export const phone = { width: 390, height: 844 }

const programWith = (microphone: Microphone) => ({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    ...flags,
    ...(microphone.permission === undefined ? ['--use-fake-ui-for-media-stream'] : []),
    microphone.absent ? '--disable-audio-input' : '--use-fake-device-for-media-stream',
    ...(microphone.file === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone.file}%noloop`]),
  ],
})
const launch = (microphone: Microphone) => chromium.launch(programWith(microphone))

/** One browser for the tests of a file, since its start takes longer than many tests. Each page has its own context. */
let shared: Promise<Browser> | undefined
afterAll(async () => (await shared)?.close())

/**
 * A page in a fresh context, with a fake microphone; other microphone options need a browser of their own. Any error on
 * the console or breach of the content security policy fails the test at its end.
 */
export async function openPage({
  microphone,
  profile = false,
  context: options = spanish,
  expected = [],
}: {
  microphone?: Microphone
  /** In a profile of its own: every other context is a private window, where Chromium installs nothing, for example. */
  profile?: boolean
  context?: BrowserContextOptions
  /** Console errors that the test provokes. */
  expected?: RegExp[]
} = {}): Promise<Page> {
  // Requests that a service worker makes cannot be intercepted: `offline.test.ts` is about it, and allows it.
  const standard = { baseURL: inject('baseUrl'), serviceWorkers: 'block' } as const
  const { context, close } = await openContext(microphone, profile, { ...standard, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  // The browser reports each failed answer itself; what matters is how the page handles it. The hash belongs to a style
  // that axe adds to pages with media while it checks them.
  const ordinary = [/Failed to load resource/, /sha256-7Wn\/5ghbhb9U5yM332FZpa4jDUilNGJdZ87eJ6XZFBA=/, ...expected]
  page.on('console', (message) => {
    if (message.type() === 'error' && !ordinary.some((pattern) => pattern.test(message.text())))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  onTestFinished(async () => {
    // An intercepted call may still be in flight; its handler would throw after the browser is closed.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await close()
    expect(complaints).toEqual([])
  })
  return page
}

async function openContext(microphone: Microphone | undefined, profile: boolean, options: BrowserContextOptions) {
  if (profile) {
    const context = await chromium.launchPersistentContext('', { ...programWith(microphone ?? {}), ...options })
    return { context, close: () => context.close() }
  }
  if (microphone === undefined) shared ??= launch({})
  const browser = await (microphone === undefined ? shared! : launch(microphone))
  const context = await browser.newContext(options)
  return { context, close: () => (microphone === undefined ? context : browser).close() }
}

/** Fills in and sends the open sign-in page. */
export async function submit(page: Page, email: string, password = demoPassword) {
  await page.locator('input[name="email"]').fill(email)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
}

/** A room of the second organisation's administration, whose owner is not an examiner. */
export async function openAdministration(room: string): Promise<Page> {
  const page = await openPage()
  await page.goto('/')
  await submit(page, 'owner@other.example')
  await page.waitForURL('**/admin/')
  await page.goto(`/admin/${room}/`)
  return page
}

/** Signs an examiner in on the sign-in page, in Spanish, for the first time in this browser. */
export async function signIn(page: Page, email = 'examiner@demo.example') {
  await page.goto(inject('baseUrl'))
  await submit(page, email)
  await page.waitForURL('**/dashboard/')
  // Each browser shows the tutorial once to each examiner.
  await page.getByRole('button', { name: 'Omitir', exact: true }).click()
}

/**
 * Requires that axe finds no violation and that no text overflows the screen sideways.
 *
 * @param colours whether contrasts are computed: they take longest, and rarely depend on the size of the window
 */
export async function requireAccessible(page: Page, { colours = true } = {}) {
  // Elements that are still fading in do not have their final colours yet.
  await page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 100))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // Most of the time of axe went to a page that it opens for frames, and to naming what is right.
  const hasFrames = (await page.locator('iframe').count()) > 0
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(!hasFrames)
    .options({ resultTypes: ['violations'], rules: { 'color-contrast': { enabled: colours } } })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]),
  ).toEqual([])
  expect(await page.evaluate(overflowing)).toEqual([])
}

/** @returns the innermost elements that make the page wider than the window, with the pixels that stand out */
function overflowing(): string[] {
  if (document.documentElement.scrollWidth <= window.innerWidth) return []
  const beyond = (element: Element) => element.getBoundingClientRect().right - window.innerWidth
  const wide = [...document.body.querySelectorAll('*')].filter((element) => beyond(element) > 0)
  const innermost = wide.filter((element) => ![...element.children].some((child) => beyond(child) > 0))
  const pixels = document.documentElement.scrollWidth - window.innerWidth
  return [
    `${location.pathname} is ${pixels} px too wide`,
    ...innermost.map((element) => `${beyond(element)} px: ${element.outerHTML.slice(0, 300)}`),
  ]
}
