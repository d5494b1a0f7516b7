import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, spanish } from '../e2e/browser.ts'
import { differenceFrom } from './stored-picture.ts'

const address = '/dev/components'
const sizes = [{ width: 1440, height: 900 }, phone]

/** The page of components at one moment, without movement. */
async function openComponents(viewport: { width: number; height: number }, query = ''): Promise<Page> {
  const page = await openPage({
    context: {
      ...spanish,
      viewport,
      timezoneId: 'America/Argentina/Buenos_Aires',
      reducedMotion: 'reduce',
    },
  })
  await page.clock.setFixedTime(new Date('2026-03-04T12:00:00-03:00'))
  await page.route('**/manifest.webmanifest*', (route) => route.fulfill({ json: {} }))
  await page.goto(`${address}${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** A picture of a part of the page, wherever it is: the header covers what is scrolled below it. */
async function pictureOf(page: Page, part: Locator): Promise<Buffer> {
  const { x, y, width, height } = (await part.boundingBox())!
  const clip = { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height) }
  return page.screenshot({ clip, fullPage: true, animations: 'disabled' })
}

test.each(sizes)('components look as stored, and are accessible: $width px', async (size) => {
  const page = await openComponents(size)
  await requireAccessible(page)
  expect(await page.evaluate(() => document.fonts.check('16px "Source Sans 3"', 'ñ'))).toBe(true)
  const differences: (string | null)[] = []
  const parts = await page.locator('[data-picture]').all()
  expect(parts.length).toBeGreaterThan(15)
  for (const part of parts) {
    const name = `${await part.getAttribute('data-picture')}-${size.width}`
    differences.push(differenceFrom(name, await pictureOf(page, part)))
  }
  expect(differences.filter((one) => one !== null)).toEqual([])
})

test.each(sizes)('what opens above the page looks as stored, and is accessible: $width px', async (size) => {
  const page = await openComponents(size)
  const differences: (string | null)[] = []
  const compare = async (name: string) => {
    await requireAccessible(page)
    differences.push(differenceFrom(`${name}-${size.width}`, await page.screenshot({ animations: 'disabled' })))
  }
  const open = (what: string) => page.locator(`[data-opens="${what}"]`).click()
  await open('menu')
  await page.getByRole('menuitem', { name: 'Editar datos' }).waitFor()
  await compare('opened-menu')
  await page.keyboard.press('Escape')
  await open('dialog')
  await page.getByRole('dialog').waitFor()
  await compare('opened-dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await open('alerts')
  await page.getByRole('button', { name: 'Deshacer' }).waitFor()
  await compare('opened-alerts')
  expect(differences.filter((one) => one !== null)).toEqual([])
})

test.each(sizes)('components that fill the window look as stored, and are accessible: $width px', async (size) => {
  const page = await openComponents(size)
  const names = await page.locator('[data-page]').evaluateAll((all) => all.map((one) => one.textContent))
  expect(names.length).toBeGreaterThan(3)
  const differences: (string | null)[] = []
  for (const name of names) {
    await page.goto(`${address}?page=${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    await requireAccessible(page)
    differences.push(differenceFrom(`${name}-${size.width}`, await page.screenshot({ animations: 'disabled' })))
  }
  expect(differences.filter((one) => one !== null)).toEqual([])
})

test('a wait of 200 ms shows no spinner, and leaves a button its label', async () => {
  const page = await openComponents(sizes[0]!)
  const opacities = await page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Loader-root')].map((loader) => {
      const appearing = loader.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
      const at = (milliseconds: number) => {
        for (const animation of appearing) {
          animation.pause()
          animation.currentTime = milliseconds
        }
        return getComputedStyle(loader).opacity
      }
      return [at(200), at(1000)]
    }),
  )
  expect(opacities.length).toBeGreaterThan(2)
  expect(opacities).toEqual(opacities.map(() => ['0', '1']))
  const delays = await page
    .locator('button[data-loading] .mantine-Button-inner')
    .evaluateAll((all) => all.map((label) => Number.parseFloat(getComputedStyle(label).transitionDelay)))
  expect(delays.length).toBeGreaterThan(1)
  for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(0.2)
})
