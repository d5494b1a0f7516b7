import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from 'playwright'

const texts = path.resolve(import.meta.dirname, '../../../apps/web/src/texts')
const tables = ['base', 'participants', 'responses', 'survey_import']

export type Language = 'es' | 'en' | 'pt' | 'fr'
/** The label for a text's key, with any values in its placeholders. */
export type Words = (key: string) => RegExp

/** By view: how often it was opened, and in how many places a payload was shown. */
export type Shown = Map<string, { opened: number; places: number }>

/** Where payloads were shown as text, and which of them became an element. */
export type Findings = { shown: Shown; elements: Set<string> }

/** Opens pages and dialogs systematically, and counts the payloads in them. */
export type Visitor = Awaited<ReturnType<typeof createVisitor>>

export async function createVisitor(
  page: Page,
  baseUrl: string,
  payloads: readonly string[],
  { shown, elements }: Findings,
  language: Language,
) {
  await page.evaluate((code) => localStorage.setItem('fonema.language', code), language)
  const words = await readWords(language)
  const button = (key: string) => page.getByRole('button', { name: words(key) }).first()
  // New users see a tutorial, which covers the page.
  await page.addLocatorHandler(button('home__tutorial__skip'), (skip) => skip.click())
  const dialogs = page.getByRole('dialog')

  async function note(view: string, scope: Locator) {
    const known = shown.get(view) ?? { opened: 0, places: 0 }
    const places = await placesIn(scope, payloads)
    shown.set(view, { opened: known.opened + 1, places: known.places + places })
    for (const element of await elementsOf(page, beaconOf(payloads))) elements.add(`${view}: ${element}`)
  }

  return {
    page,
    button,
    note,
    dialogs,
    async open(view: string, address: string) {
      await page.goto(baseUrl + address)
      await settle(page)
      const folds = await page.locator('summary').all()
      for (const fold of folds) await fold.click({ timeout: 2_000 }).catch(() => {}) // it may have disappeared
      if (folds.length > 0) await settle(page)
      await note(view, page.locator('body'))
    },
    /** Opens a dialog, counts the payloads in it alone, and closes it. */
    async openDialog(view: string, open: () => Promise<void>) {
      await open()
      await dialogs.last().waitFor()
      await settle(page)
      await note(view, dialogs.last())
      await page.keyboard.press('Escape')
      await settle(page)
      // A dialog with unsaved values asks before it closes.
      if (await button('base__unsaved__discard').isVisible()) await button('base__unsaved__discard').click()
      await dialogs.first().waitFor({ state: 'detached' })
    },
    async chooseInMenu(key: string) {
      await button('participants__menu__open').click()
      await page.getByRole('menuitem', { name: words(key) }).click()
    },
    /** Opens the further pages of every list of the page, and counts each in its list alone. */
    async turnPages(view: string) {
      const next = page.getByRole('button', { name: words('base__pager__next') })
      for (let index = 0; index < (await next.count()); index++)
        while (await next.nth(index).isEnabled()) {
          await next.nth(index).click()
          await page.waitForTimeout(150)
          await note(view, next.nth(index).locator('xpath=ancestor::*[.//table or .//li[not(ancestor::nav)]][1]'))
        }
    },
  }
}

async function settle(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {}) // the page may poll
  await page.waitForTimeout(100)
}

/** In how many places a payload is shown, as text or as the value of a field. */
const placesIn = (scope: Locator, payloads: readonly string[]): Promise<number> =>
  scope.evaluate((element, wanted) => {
    const fields = [...element.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    const output = [element.textContent ?? '', ...fields]
    return wanted.reduce((sum, text) => sum + output.reduce((found, each) => found + each.split(text).length - 1, 0), 0)
  }, payloads)

/** The address that all payloads call: each has it before its number. */
export const beaconOf = ([first = '']: readonly string[]) => /\/\/[\d.]+:\d+\//.exec(first)![0]

/** Elements that a payload created: they have its address where a browser would follow or run it. */
export const elementsOf = (page: Page, beacon: string): Promise<string[]> =>
  page.evaluate((address) => {
    const followed = /^(on\w+|src|href|xlink:href|action|formaction|data|content|poster)$/
    const carries = (element: Element) =>
      /^(style|script)$/i.test(element.tagName)
        ? element.textContent.includes(address)
        : [...element.attributes].some(({ name, value }) => followed.test(name) && value.includes(address))
    return [...document.querySelectorAll('*')].filter(carries).map(({ outerHTML }) => outerHTML.slice(0, 200))
  }, beacon)

async function readWords(language: Language): Promise<Words> {
  const files = tables.map((table) => readFile(path.join(texts, language, `${table}.json`), 'utf8'))
  const all: Record<string, string> = Object.assign({}, ...(await Promise.all(files)).map((text) => JSON.parse(text)))
  return (key) => {
    const text = all[key]
    if (text === undefined) throw new Error(`${key} is not a text key`)
    return new RegExp(
      `^${text
        .split(/\{\{\w+\}\}/)
        .map(RegExp.escape)
        .join('.*')}$`,
      's',
    )
  }
}
