import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage, phone, requireAccessible, signIn } from './browser.ts'

/** The place of counting in the protocol. */
const counting = 4

/** Opens counting in a session of the demonstration: its recogniser has these words. Waits for the whole picture. */
async function openSound(page: Page) {
  await signIn(page)
  await page.getByRole('main').getByRole('searchbox').fill('DEMO-002')
  await page.getByRole('link', { name: 'DEMO-002' }).first().click()
  await page
    .getByRole('link', { name: /^Resultado / })
    .first()
    .click()
  await page.waitForURL('**/protocol_result/**')
  await page.goto(`${page.url().split('?')[0]}?item=${counting}`)
  const sound = page.getByRole('group', { name: /^Grabación de «Contar/ })
  await sound.getByRole('img', { name: /^Onda y espectrograma hasta / }).waitFor({ timeout: 60_000 })
  await sound.getByText(/^Intensidad /).waitFor({ timeout: 60_000 })
  const head = sound.locator('audio')
  const state = () =>
    head.evaluate((audio: HTMLAudioElement) => ({
      seconds: audio.currentTime,
      isPlaying: !audio.paused,
      rate: audio.playbackRate,
      keepsPitch: audio.preservesPitch,
    }))
  const slider = sound.getByRole('slider', { name: 'Posición en la grabación' })
  const position = async () => Number(await slider.inputValue())
  const track = sound.getByRole('group', { name: 'Palabras y pausas' })
  await track.locator('[data-kind="word"]').first().waitFor({ timeout: 300_000 })
  return { sound, slider, state, position, track }
}

test('words follow the playback; a word, a pause and a syllable are played alone', async () => {
  const page = await openPage()
  const { sound, state, position, track } = await openSound(page)
  await requireAccessible(page)

  const words = track.locator('[data-kind="word"]')
  const word = words.nth(1)
  await word.click()
  const selection = sound.getByText(/^Selección /)
  await selection.waitFor()
  await expect.poll(async () => (await state()).isPlaying, { timeout: 20_000 }).toBe(false)
  // It stopped at the end of the word, which is still selected and marked.
  const [from, to] = (await selection.innerText())
    .match(/\d+:\d+,\d/g)!
    .map((time) => Number(time.split(':')[1]!.replace(',', '.')))
  expect(await position()).toBeGreaterThanOrEqual(from!)
  expect(await position()).toBeLessThanOrEqual(to! + 0.2)

  await sound.getByRole('button', { name: 'Quitar la selección' }).click()
  await sound.getByRole('button', { name: 'Reproducir la grabación' }).click()
  // The marked word is the one at the position, again and again.
  const seen = new Set<string>()
  await expect
    .poll(
      async () => {
        const lit = await track.locator('[data-lit][data-kind="word"]').allInnerTexts()
        for (const text of lit) seen.add(text)
        return seen.size
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(3)
  await sound.getByRole('button', { name: 'Pausar la grabación' }).click()

  await track.locator('[data-kind="pause"]').first().click()
  await selection.waitFor()
  await sound.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('s')
  await expect.poll(async () => (await state()).isPlaying, { timeout: 20_000 }).toBe(false)
  await selection.waitFor()
})

test('keys loop, change the speed, zoom and move; text fields keep their keys', async () => {
  const page = await openPage()
  const { sound, slider, state, position, track } = await openSound(page)
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(position).toBeCloseTo(1, 1)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(position).toBeCloseTo(0.9, 1)
  await page.keyboard.press('>')
  await page.keyboard.press('>')
  expect(await state()).toMatchObject({ rate: 1.5, keepsPitch: true })
  expect(await sound.getByRole('combobox', { name: 'Velocidad' }).inputValue()).toBe('1.5')

  const shown = await track.getByRole('button').count()
  for (let i = 0; i < 4; i++) await page.keyboard.press('+')
  await expect.poll(() => track.getByRole('button').count()).toBeLessThan(shown)
  await page.keyboard.press('0')
  await expect.poll(() => track.getByRole('button').count()).toBeGreaterThanOrEqual(shown)

  // A drag selects; the loop comes back to its start.
  const stage = (await sound.getByTestId('sound-stage').boundingBox())!
  await page.mouse.move(stage.x + 200, stage.y + 30)
  await page.mouse.down()
  await page.mouse.move(stage.x + 230, stage.y + 40, { steps: 4 })
  await page.mouse.up()
  await sound.getByText(/^Selección /).waitFor()
  await page.keyboard.press('l')
  expect(await sound.getByRole('button', { name: 'Repetir' }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press(' ')
  await page.evaluate(() => {
    const audio = document.querySelector('audio')!
    const counts = { loops: 0, before: audio.currentTime }
    Object.assign(window, { counts })
    audio.addEventListener('seeked', () => counts.loops++)
  })
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { counts: { loops: number } }).counts.loops), {
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(2)
  expect((await state()).isPlaying).toBe(true)
  await page.keyboard.press(' ')
  await expect.poll(async () => (await state()).isPlaying).toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => sound.getByText(/^Selección /).count()).toBe(0)

  await page.getByRole('button', { name: 'Corregir' }).click()
  const text = page.getByRole('textbox', { name: 'Lo que se dijo' })
  const before = await text.inputValue()
  await text.press('Control+End')
  await page.keyboard.type(' l+0')
  expect(await text.inputValue()).toBe(`${before} l+0`)
  expect((await state()).isPlaying).toBe(false)
})

test('a link opens a moment and plays it; on a phone, buttons zoom and nothing overflows', async () => {
  const page = await openPage({ context: { locale: 'es-AR', viewport: phone, hasTouch: true } })
  const { sound, state } = await openSound(page)
  await page.goto(`${page.url().split('?')[0]}?item=${counting}&from=1.00&to=1.80`)
  await sound.getByText('Selección 0:01,0 – 0:01,8 (0,80 s)').waitFor({ timeout: 60_000 })
  await sound.getByRole('img', { name: /^Onda y espectrograma hasta / }).waitFor({ timeout: 60_000 })
  await sound.getByRole('button', { name: 'Acercar' }).click()
  await sound.getByText(/^Intensidad /).waitFor({ timeout: 60_000 })
  await requireAccessible(page)
  await sound.getByRole('button', { name: 'Teclas' }).click()
  await page.getByText('Repetir la selección, o todo').waitFor()
  await requireAccessible(page)
  // Without a gesture the browser may refuse to play; then the moment waits.
  const { seconds } = await state()
  expect(seconds).toBeGreaterThan(0.9)
})
