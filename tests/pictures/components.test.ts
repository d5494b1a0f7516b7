import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, spanish } from '../e2e/browser.ts'
import { differenceFrom } from './stored-picture.ts'

/** The page of components at one moment, without movement. */
async function openComponents(): Promise<Page> {
  const page = await openPage({
    context: { ...spanish, timezoneId: 'America/Argentina/Buenos_Aires', reducedMotion: 'reduce' },
  })
  await page.clock.setFixedTime(new Date('2026-03-04T12:00:00-03:00'))
  await page.route('**/manifest.webmanifest*', (route) => route.fulfill({ json: {} }))
  await page.goto('/dev/components')
  await page.getByRole('heading', { name: 'Components' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** A picture of a part of the page, wherever it is: the header covers what is scrolled below it. */
async function pictureOf(page: Page, part: Locator): Promise<Buffer> {
  const { x, y, width, height } = (await part.boundingBox())!
  const clip = { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height) }
  // How a browser writes a day depends on the machine's language.
  const mask = [page.locator('input[type=date]')]
  return page.screenshot({ clip, fullPage: true, animations: 'disabled', mask, maskColor: '#ccc' })
}

/** Looks at both sizes; `open` prepares each. @returns what differs from the stored pictures */
async function lookAt(
  page: Page,
  pictures: () => Promise<[name: string, png: Buffer][]>,
  open = async () => {},
): Promise<string[]> {
  const differences: (string | null)[] = []
  for (const size of [spanish.viewport!, phone]) {
    await page.setViewportSize(size)
    await open()
    await requireAccessible(page)
    for (const [name, png] of await pictures()) differences.push(differenceFrom(`${name}-${size.width}`, png))
  }
  await page.setViewportSize(spanish.viewport!)
  return differences.filter((one) => one !== null)
}

test('components look as stored, and are accessible', async () => {
  const page = await openComponents()
  expect(await page.evaluate(() => document.fonts.check('16px "Source Sans 3"', 'ñ'))).toBe(true)
  const parts = await page.locator('[data-picture]').all()
  expect(parts.length).toBeGreaterThan(15)
  const pictures = () =>
    inOrder(
      parts,
      async (part): Promise<[string, Buffer]> => [
        (await part.getAttribute('data-picture'))!,
        await pictureOf(page, part),
      ],
    )
  expect(await lookAt(page, pictures)).toEqual([])
})

test('what opens above the page looks as stored, and is accessible', async () => {
  const page = await openComponents()
  const differences: string[] = []
  const look = async (name: string, opened: Locator) => {
    const open = async () => {
      await page.locator(`[data-opens="${name}"]`).click()
      await opened.waitFor()
    }
    const picture = async (): Promise<[string, Buffer][]> => {
      const png = await opened.screenshot({ animations: 'disabled' })
      await page.keyboard.press('Escape')
      return [[`opened-${name}`, png]]
    }
    differences.push(...(await lookAt(page, picture, open)))
  }
  await look('menu', page.getByRole('menu'))
  await look('dialog', page.getByRole('dialog'))
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(differences).toEqual([])
})

test('components that fill the window look as stored, and are accessible', async () => {
  const page = await openComponents()
  const names = await page.locator('[data-page]').allInnerTexts()
  expect(names.length).toBeGreaterThan(3)
  const differences = await inOrder(names, async (name) => {
    await page.locator(`[data-page="${name}"]`).click()
    await page.getByRole('heading', { name: 'Components' }).waitFor({ state: 'hidden' })
    const differences = await lookAt(page, async () => [[name, await page.screenshot({ animations: 'disabled' })]])
    await page.goBack()
    return differences
  })
  expect(differences.flat()).toEqual([])
})

async function inOrder<One, Made>(all: readonly One[], make: (one: One) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (const one of all) made.push(await make(one))
  return made
}

test('a wait of 200 ms shows no spinner, and leaves a button its label', async () => {
  const page = await openComponents()
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
