import { expect, test } from 'vitest'
import { openPage, requireAccessible } from './browser.ts'
import {
  button,
  callAs,
  chooseShortSession,
  passMicrophone,
  register,
  startRecording,
  stopRecording,
} from './recording-steps.ts'

type Session = {
  responses: { take: number; takes: { take: number; interrupted: boolean; continues: number | null }[] }[]
}

test('keeps the recording when the microphone is lost, and continues the item', async () => {
  const page = await openPage()
  // The test ends the track of the microphone that the page receives.
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
  await page.getByText('Ítem 1 de 4').waitFor()
  await startRecording(page)
  await page.getByRole('timer').filter({ hasText: '0:02' }).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('unplug')))
  await page.getByText('Se perdió el micrófono durante la sesión').waitFor()
  await page.getByText('Lo grabado hasta ese momento se conserva').waitFor()
  await requireAccessible(page)
  await button(page, 'Reanudar').click({ timeout: 60_000 })
  await button(page, 'Seguir grabando').click({ timeout: 60_000 })
  await stopRecording(page)
  const [, participantId, sessionId] = /resume\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  const { responses } = (await callAs(page, `/protocols/responses/${participantId}/${sessionId}/`)) as Session
  expect(responses).toMatchObject([
    {
      take: 2,
      takes: [
        { take: 2, interrupted: false, continues: 1 },
        { take: 1, interrupted: true, continues: null },
      ],
    },
  ])
})

test('a second page on the same session shows a message, and can take over', async () => {
  const page = await openPage()
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByText('Esta sesión se está grabando en otro lugar').waitFor()
  await requireAccessible(second)
  await button(second, 'Continuar aquí').click()
  await second.getByText('Esta sesión se está grabando en otro lugar').waitFor({ state: 'detached' })
  await passMicrophone(second)
  await second.getByText('Ítem 1 de 4').waitFor()
})

test('a second click where Stop was neither continues nor records again', async () => {
  const page = await openPage()
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await startRecording(page)
  const place = (await button(page, 'Detener').boundingBox())!
  const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 }
  // At the very moment when other buttons appear there.
  await page.evaluate(({ x, y }) => {
    const observer = new MutationObserver(() => {
      const now = document.elementFromPoint(x, y)?.closest('button')
      if (!now || now.textContent === 'Detener') return
      observer.disconnect()
      now.click()
      Object.assign(window, { clickedAgain: true })
    })
    observer.observe(document.body, { subtree: true, childList: true })
  }, middle)
  await stopRecording(page)
  await page.waitForFunction(() => 'clickedAgain' in window)
  await page.getByText('Ítem 1 de 4').waitFor()
  expect(await page.getByText('Grabando', { exact: true }).count()).toBe(0)
  await button(page, 'Usar y seguir').click()
  await page.getByText('Ítem 2 de 4').waitFor()
})
