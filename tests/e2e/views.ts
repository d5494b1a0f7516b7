import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { openPage, phone, requireAccessible, spanish } from './browser.ts'
import { demoPassword } from './start-server.ts'

const wide = { width: 1440, height: 900 }
const texts = path.resolve(import.meta.dirname, '../../apps/web/src/texts')

/** Both languages and screen sizes, for the journey through all pages. */
export const everyView = [
  { language: 'es', size: wide },
  { language: 'en', size: phone },
] as const satisfies View[]
type EveryView = (typeof everyView)[number]
/**
 * The views of all other journeys: Spanish, where `look` also checks each page at the phone's size. `EVERY_VIEW=1` runs
 * them in both.
 */
export const views: readonly [EveryView, ...EveryView[]] =
  process.env.EVERY_VIEW === undefined ? [everyView[0]] : everyView
/** Also for a journey in one language only. */
export type View = { language: string; size: { width: number; height: number } }

type Text = (key: string, variables?: Record<string, string | number>) => string

/** The application's own texts, so that one journey works in every language. */
function textsOf(language: string): Text {
  const files = [
    path.join(texts, 'public', `${language}.json`),
    ...readdirSync(path.join(texts, language)).map((name) => path.join(texts, language, name)),
  ]
  const table: Record<string, string> = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))),
  )
  return (key, variables = {}) => {
    const text = table[key]
    if (text === undefined) throw new Error(`no text ${key} in ${language}`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(variables[name]))
  }
}

/** Opens the sign-in page in the view's language. */
export async function openView({ language, size }: View, options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage({ ...options, context: { ...spanish, ...options.context, viewport: size } })
  const t = textsOf(language)
  await page.goto('/')
  await page.getByText(language.toUpperCase(), { exact: true }).click()
  await page.getByRole('heading', { name: t('login__page__title') }).waitFor()
  return { page, t, look: (name: string) => look(page, `${name}-${language}`) }
}

/** Signs in for the first time in this browser. */
export async function enter(page: Page, t: Text, email?: string) {
  await submitSignIn(page, t, email)
  await page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()
}

export async function submitSignIn(page: Page, t: Text, email = 'examiner@demo.example') {
  await page.getByLabel(t('login__form__email')).fill(email)
  await page.getByLabel(t('login__form__password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: t('login__form__submit') }).click()
  await page.waitForURL('**/dashboard/')
}

/** Shows the form of home. Narrow windows have a button instead of it, which opens it in a dialog. */
export async function openRegistration(page: Page, t: Text) {
  if (page.viewportSize()!.width < wide.width && !(await page.locator('input[name="code"]').isVisible()))
    await page.getByRole('button', { name: t('home__form__title'), exact: true }).click()
}

/** Registers a participant who speaks the language of that name. @returns its code */
export async function registerParticipant(page: Page, t: Text, { name = '', speaks = /./ } = {}): Promise<string> {
  const code = `VIEW-${Date.now()}-${Math.floor(Math.random() * 1000)}`
  await openRegistration(page, t)
  const locale = page.locator('select[name="locale"]')
  const spoken = locale.locator('option:not([disabled])').filter({ hasText: speaks }).first()
  await locale.selectOption((await spoken.getAttribute('value'))!)
  await page.locator('input[name="code"]').fill(code)
  if (name !== '') await page.locator('input[name="first_name"]').fill(name)
  await page.getByRole('button', { name: t('home__form__submit'), exact: true }).click()
  await page.getByText(t('home__form__server_response__success', { code })).waitFor()
  return code
}

/**
 * Checks the accessibility of the current screen, in Spanish at both sizes, in another language at the journey's own,
 * and takes a picture where `SCREENSHOTS` names a folder.
 */
export async function look(page: Page, name: string) {
  const before = page.viewportSize()!
  const sizes = before.width === wide.width ? [wide, phone] : [phone]
  for (const size of sizes) {
    await page.setViewportSize(size)
    await requireAccessible(page, { colours: size === sizes[0] })
    if (process.env.SCREENSHOTS === undefined) continue
    mkdirSync(process.env.SCREENSHOTS, { recursive: true })
    await page.screenshot({ path: path.join(process.env.SCREENSHOTS, `${name}-${size.width}.png`), fullPage: true })
  }
  await page.setViewportSize(before)
}
