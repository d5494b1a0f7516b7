import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from 'playwright'

const texts = path.resolve(import.meta.dirname, '../../apps/web/src/texts')
const tables = ['base', 'participants', 'responses', 'survey_import']

export type Language = 'es' | 'en' | 'pt' | 'fr'
/** The label of a text's key, whatever stands in its gaps. */
export type Words = (key: string) => RegExp

/** By view: how often it was opened, and in how many places of it a payload stood. */
export type Shown = Map<string, { opened: number; places: number }>

/** What was seen: where payloads stood as texts, and what of them became an element. */
export type Seen = { shown: Shown; elements: Set<string> }

/** Opens pages and dialogs as somebody would who looks everywhere, and counts the payloads in them. */
export type Visitor = Awaited<ReturnType<typeof createVisitor>>

export async function createVisitor(
  page: Page,
  baseUrl: string,
  payloads: readonly string[],
  { shown, elements }: Seen,
  language: Language,
) {
  await page.evaluate((code) => localStorage.setItem('fonema.language', code), language)
  const words = await readWords(language)
  const button = (key: string) => page.getByRole('button', { name: words(key) }).first()
  // Who comes for the first time is greeted, and a page that is covered cannot be turned.
  await page.addLocatorHandler(button('home__tutorial__skip'), (skip) => skip.click())
  const dialogs = page.getByRole('dialog')

  async function note(view: string, scope: Locator) {
    const known = shown.get(view) ?? { opened: 0, places: 0 }
    const places = await placesIn(scope, payloads)
    shown.set(view, { opened: known.opened + 1, places: known.places + places })
    for (const element of await elementsOf(page, beaconOf(payloads))) elements.add(`${view}: ${element}`)
  }

  return {
    ...{ page, button, note, dialogs },
    async open(view: string, address: string) {
      await page.goto(baseUrl + address)
      await settle(page)
      const folds = await page.locator('summary').all()
      for (const fold of folds) await fold.click({ timeout: 2_000 }).catch(() => {}) // it may be gone
      if (folds.length > 0) await settle(page)
      await note(view, page.locator('body'))
    },
    /** Opens a dialog, counts in it alone, and closes it. */
    async openDialog(view: string, open: () => Promise<void>) {
      await open()
      await dialogs.last().waitFor()
      await settle(page)
      await note(view, dialogs.last())
      await page.keyboard.press('Escape')
      await settle(page)
      // A dialog with unsaved values asks first.
      if (await button('base__unsaved__discard').isVisible()) await button('base__unsaved__discard').click()
      await dialogs.first().waitFor({ state: 'detached' })
    },
    async chooseInMenu(key: string) {
      await button('participants__menu__open').click()
      await page.getByRole('menuitem', { name: words(key) }).click()
    },
    /** The further pages of every list of the page, each counted in its list alone. */
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
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {}) // it may poll
  await page.waitForTimeout(100)
}

/** In how many places a payload stands, as text or as what a field holds. */
const placesIn = (scope: Locator, payloads: readonly string[]): Promise<number> =>
  scope.evaluate((element, wanted) => {
    const fields = [...element.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    const said = [element.textContent ?? '', ...fields]
    return wanted.reduce((sum, text) => sum + said.reduce((found, each) => found + each.split(text).length - 1, 0), 0)
  }, payloads)

/** Where all payloads call: the address is in each of them, before its number. */
export const beaconOf = ([first = '']: readonly string[]) => /\/\/[\d.]+:\d+\//.exec(first)![0]

/** Elements that a payload has made: they carry its address where a browser would follow or run it. */
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
    if (text === undefined) throw new Error(`${key} is no text`)
    return new RegExp(
      `^${text
        .split(/\{\{\w+\}\}/)
        .map(RegExp.escape)
        .join('.*')}$`,
      's',
    )
  }
}
