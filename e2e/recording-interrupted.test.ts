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

test('a lost microphone keeps what was said, and the item goes on from there', async () => {
  const page = await openPage()
  // The test pulls the plug of the microphone that the page is given.
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

test('a second page on the same session is told, and may take over', async () => {
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
