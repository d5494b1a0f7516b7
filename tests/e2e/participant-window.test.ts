import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, spanish } from './browser.ts'
import { drawnPicture } from './drawn-picture.ts'
import { requireReachable, zoomed } from './layout-checks.ts'

const wide = { width: 1280, height: 800 }
const arabic = '<p>خذ نفسًا عميقًا ثم قل «آ» بصوتك المعتاد.</p><p>استمر ما استطعت.</p>'
const spanishText = '<p>Mire bien la lámina y cuente <strong>todo lo que ve</strong>: quiénes están y qué hacen.</p>'
const svg = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#9bc"/></svg>`,
  )}`

type State = { trigger: string; lang: string; phase?: string; size?: number; picture?: string }

/**
 * The participant's window in front of a recorder that this test plays: the same channel and the same locks.
 * @returns shows a state
 */
async function openWindow(size: { width: number; height: number }) {
  const page = await openPage({ context: { ...spanish, viewport: size } })
  await page.addInitScript(() => {
    const name = 'fonema.participant-screen.journey'
    void navigator.locks.request(`${name}.recorder`, () => new Promise(() => {}))
    const channel = new BroadcastChannel(name)
    const answers: unknown[] = []
    Object.assign(window, { answers, send: (message: unknown) => channel.postMessage(message) })
    channel.onmessage = ({ data }) => answers.push(data)
  })
  await page.goto('/participant-screen/#journey')
  const answersReach = (count: number) =>
    page.waitForFunction((least) => (window as Window & { answers?: unknown[] }).answers!.length >= least, count)
  await answersReach(1)
  let number = 0
  async function show({ trigger, lang, phase = 'ready', size: factor = 1, picture }: State) {
    number++
    const stimulus = { trigger, lang, image: picture === undefined ? null : number, video: null }
    const view = { size: factor, contrast: 'normal' }
    const state = {
      stimulus,
      phase,
      secondsLeft: phase === 'countdown' ? 2 : 0,
      progress: 0.5,
      isVideoPlaying: false,
      view,
    }
    await page.evaluate(
      ([image, message]) => {
        const { send } = window as Window & { send?: (message: unknown) => void }
        if (image !== null) send!(image)
        send!(message)
      },
      [
        picture === undefined ? null : { type: 'picture', picture: number, address: picture },
        { type: 'state', number, state },
      ],
    )
    await answersReach(1 + number)
  }
  return { page, show }
}

/** Pictures for the eye, only when asked for. */
async function keepPicture(page: Page, name: string) {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `window-${name}.png`) })
}

const lettersOf = (page: Page) =>
  page
    .locator('main p')
    .first()
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))

test('the window speaks the language of the protocol, and the examiner’s where it has no other', async () => {
  const { page, show } = await openWindow(wide)
  await show({ trigger: '<p>Dites « aaa »</p>', lang: 'fr-FR', phase: 'countdown' })
  await page.getByText('Préparez-vous', { exact: true }).waitFor()
  await requireAccessible(page)
  await show({ trigger: '<p>Diga “aaa”</p>', lang: 'pt-BR', phase: 'recording' })
  await page.getByText('Gravando', { exact: true }).waitFor()
  await show({ trigger: '<p>Say “aaa”</p>', lang: 'en-US', phase: 'end' })
  await page.getByText('That is all. Thank you!', { exact: true }).waitFor()
  await show({ trigger: arabic, lang: 'ar', phase: 'recording' })
  await page.getByText('Grabando', { exact: true }).waitFor()
})

test('the window lays out a text from right to left by itself', async () => {
  const { page, show } = await openWindow(wide)
  const direction = () =>
    page
      .locator('main p')
      .first()
      .evaluate((text) => getComputedStyle(text).direction)
  await show({ trigger: arabic, lang: 'ar' })
  expect(await direction()).toBe('rtl')
  await keepPicture(page, 'arabic')
  await show({ trigger: '<p>קח אוויר ואמור «אה».</p>', lang: 'he' })
  expect(await direction()).toBe('rtl')
  await show({ trigger: spanishText, lang: 'es-ES' })
  expect(await direction()).toBe('ltr')
})

test('letters are very large also beside a picture, which keeps most of the screen', async () => {
  const { page, show } = await openWindow(wide)
  const picture = svg(800, 500)
  await show({ trigger: spanishText, lang: 'es-ES', picture })
  await keepPicture(page, 'text-and-picture')
  expect(await lettersOf(page)).toBeGreaterThanOrEqual(48)
  expect((await drawnPicture(page.locator('main img'))).height).toBeGreaterThan(0.45 * wide.height)
  // A long text gets smaller letters before it takes the picture's place.
  await show({ trigger: spanishText.repeat(6), lang: 'es-ES', picture })
  expect(await lettersOf(page)).toBeLessThan(40)
  expect((await drawnPicture(page.locator('main img'))).height).toBeGreaterThan(0.45 * wide.height)
  await show({ trigger: spanishText, lang: 'es-ES', picture, phase: 'recording' })
  expect((await drawnPicture(page.locator('main img'))).height).toBeGreaterThan(0.85 * wide.height)
})

test.each([
  ['at 400 % zoom', zoomed],
  ['on a narrow window', phone],
])('%s nothing of the window is cut off or out of reach', async (_, size) => {
  const { page, show } = await openWindow(size)
  for (const trigger of [spanishText, arabic, spanishText.repeat(4)])
    for (const phase of ['ready', 'countdown', 'recording']) {
      await show({ trigger, lang: 'fr-FR', phase, size: 2 })
      await requireReachable(page)
      await show({ trigger, lang: 'fr-FR', phase, picture: svg(800, 500) })
      await requireReachable(page)
    }
  await requireAccessible(page)
  await keepPicture(page, `narrow-${size.width}`)
  await show({ trigger: '', lang: 'es-ES', phase: 'end' })
  await requireReachable(page)
})
