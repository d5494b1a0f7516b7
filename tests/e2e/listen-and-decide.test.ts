import path from 'node:path'
import type { Page } from 'playwright'
import { expect, test, vi } from 'vitest'
import { openPage, requireAccessible } from './browser.ts'
import {
  button,
  callAs,
  chooseShortSession,
  passMicrophone,
  register,
  startRecording,
  stopRecording,
  writeVoice,
} from './recording-steps.ts'
import { lookByTouch } from './touch-views.ts'

type Session = {
  responses: { take: number; takes: { take: number; status: string; interrupted: boolean; duration: number }[] }[]
}

/** What the server has of the session that the page records. */
async function storedSession(page: Page) {
  const [, participantId, sessionId] = /(?:resume|protocol_result)\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  return (await callAs(page, `/protocols/responses/${participantId}/${sessionId}/`)) as Session
}

const pressed = (page: Page, key: string) => page.locator('body').press(key)
const recordFor = async (page: Page, clock: string) => {
  await page.getByRole('timer').filter({ hasText: clock }).waitFor({ timeout: 120_000 })
  await stopRecording(page)
}
const isPlaying = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('audio')].some((audio) => !audio.paused))
const picture = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `decide-${name}.png`) })
}

test('after a take: hear it, see what is wrong and where, repeat it, and choose which one counts', async () => {
  const page = await openPage({ microphone: { file: await writeVoice(8) } })
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  await startRecording(page)
  await page.locator('[role=meter][aria-valuetext=Saturado]').waitFor()
  await picture(page, 'recording')
  const stop = (await button(page, 'Detener').boundingBox())!
  await recordFor(page, '0:04')

  // The sentence says what is wrong and what to do; the problem is marked where it is.
  await page.getByText('Calidad de la grabación: Deficiente').waitFor()
  await page.getByText('Baje el volumen de entrada').waitFor()
  await page.getByText(/^Nivel de la voz: de -\d+ a -?\d+ dBFS, pico -?0$/).waitFor()
  await picture(page, 'poor')
  await requireAccessible(page)
  // *Again* is where *Stop* was, and has the focus; *use* is beside it.
  const again = (await button(page, 'Grabar de nuevo').boundingBox())!
  expect(Math.abs(again.x - stop.x)).toBeLessThan(2)
  expect(Math.abs(again.y - stop.y)).toBeLessThan(2)
  const use = (await button(page, 'Usar y seguir').boundingBox())!
  expect(await button(page, 'Grabar de nuevo').evaluate((it) => it === document.activeElement)).toBe(true)

  // Space plays and stops; nothing can be recorded meanwhile.
  await pressed(page, ' ')
  await vi.waitFor(async () => expect(await isPlaying(page)).toBe(true), { timeout: 20_000 })
  expect(await button(page, 'Grabar de nuevo').isDisabled()).toBe(true)
  // A key that is pressed too soon is a bounce.
  await vi.waitFor(
    async () => {
      await pressed(page, ' ')
      expect(await isPlaying(page)).toBe(false)
    },
    { timeout: 20_000, interval: 500 },
  )
  await page
    .getByRole('list', { name: 'Problemas de la grabación' })
    .getByRole('button', { name: /Saturación/ })
    .first()
    .click()
  await vi.waitFor(async () => expect(await isPlaying(page)).toBe(true), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await isPlaying(page)).toBe(false), { timeout: 20_000 })
  await lookByTouch(page, 'decide')

  // R repeats; the first take stays, and can be chosen.
  await pressed(page, 'r')
  await page.getByText('Grabando', { exact: true }).waitFor()
  await recordFor(page, '0:05')
  await page.getByText('Calidad de la grabación: Deficiente').waitFor()
  const useNow = (await button(page, 'Usar y seguir').boundingBox())!
  expect([Math.round(useNow.x), Math.round(useNow.y)]).toEqual([Math.round(use.x), Math.round(use.y)])
  await button(page, '2 tomas; cuenta la 2').click()
  const takes = page.getByRole('dialog', { name: 'Tomas de este ítem' })
  await takes.getByText('La que cuenta', { exact: true }).waitFor()
  await picture(page, 'takes')
  await lookByTouch(page, 'takes')
  await takes.getByRole('button', { name: 'Usar esta toma' }).click()
  await button(page, '2 tomas; cuenta la 1').waitFor()
  expect((await storedSession(page)).responses[0]).toMatchObject({
    take: 1,
    takes: [
      { take: 1, status: 'counting' },
      { take: 2, status: 'superseded' },
    ],
  })
  await pressed(page, 'ArrowRight')
  await page.getByText('Ítem 2 de 4').waitFor()

  await button(page, 'Omitir ítem').click()
  await page.getByLabel('Cansancio').check()
  await button(page, 'Omitir y seguir').click()
  for (const item of [3, 4]) {
    await page.getByText(`Ítem ${item} de 4`).waitFor()
    await startRecording(page)
    await recordFor(page, '0:06')
    await button(page, item === 4 ? 'Usar y terminar' : 'Usar y seguir').click()
  }

  // The end: each item's state, and any of them again.
  const end = page.getByRole('dialog', { name: 'Sesión terminada' })
  await end.getByText('Omitido').waitFor()
  expect(await end.getByText('Calidad deficiente').count()).toBeGreaterThan(0)
  await picture(page, 'end')
  await requireAccessible(page)
  await lookByTouch(page, 'end')
  await end.getByRole('button', { name: 'Grabar de nuevo el ítem 3' }).click()
  await page.getByText('Ítem 3 de 4').waitFor()
  await button(page, 'Volver al resumen').click()
  await end.getByRole('button', { name: 'Ver resultados' }).click()
  await page.waitForURL('**/protocol_result/**')
  await page.getByRole('heading', { level: 1, name: /^Sesión breve/ }).waitFor()

  // On the result page, another take counts only with a reason.
  await page.goto(`${page.url().split('?')[0]}?item=1`)
  await page.getByLabel('Toma', { exact: true }).selectOption('2')
  await button(page, 'Usar esta toma').click()
  const ask = page.getByRole('dialog', { name: '¿Usar esta toma?' })
  await ask.getByLabel('Motivo del cambio').fill('La segunda es más larga')
  await ask.getByRole('button', { name: 'Usar esta toma' }).click()
  await ask.waitFor({ state: 'detached' })
  expect((await storedSession(page)).responses[0]).toMatchObject({ take: 2 })
})

test('an interrupted take can be heard and used as it is, and every sample of it stays', async () => {
  const page = await openPage({ microphone: { file: await writeVoice(1) } })
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices
    const getUserMedia = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints)
      addEventListener('unplug', () => stream.getAudioTracks()[0]?.dispatchEvent(new Event('ended')), { once: true })
      return stream
    }
  })
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await startRecording(page)
  await page.locator('[role=meter][aria-valuetext="Buen nivel"]').waitFor()
  await page.getByRole('timer').filter({ hasText: '0:03' }).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('unplug')))
  await button(page, 'Reanudar').click({ timeout: 60_000 })
  await page.getByText('La grabación se interrumpió').first().waitFor()
  await page.getByText(/^Calidad de la grabación: /).waitFor()
  await picture(page, 'interrupted')
  await requireAccessible(page)
  await pressed(page, ' ')
  await vi.waitFor(async () => expect(await isPlaying(page)).toBe(true), { timeout: 20_000 })
  await vi.waitFor(async () => expect(await isPlaying(page)).toBe(false), { timeout: 20_000 })
  await button(page, 'Usar esta toma tal como está').click()
  await page.getByText('Ítem 2 de 4').waitFor()
  const takeCounts = async () => {
    const [answer] = (await storedSession(page)).responses
    expect(answer).toMatchObject({ take: 1, takes: [{ status: 'counting', interrupted: true }] })
    expect(answer!.takes[0]!.duration).toBeGreaterThan(2.5)
  }
  await vi.waitFor(takeCounts, { timeout: 60_000, interval: 500 })
})
