import { createHash } from 'node:crypto'
import type { SessionRecording } from '@fonema/contract'
import type { Page } from 'playwright'
import { expect, inject, test, vi } from 'vitest'
import { openPage } from './browser.ts'
import { hideTutorial } from './hide-tutorial.ts'
import { makeProfile, openProfile, signInAgain } from './killable-browser.ts'
import { allowMicrophone, button, callAs, openItem, writeVoice } from './recording-steps.ts'
import { look } from './views.ts'

const timer = (page: Page, time: RegExp) =>
  page.getByRole('timer').filter({ hasText: time }).waitFor({ timeout: 60_000 })

/** From the items to the running recording of the whole session. @returns the address of its recordings */
async function startWholeSession(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Grabar la sesión completa sin parar' }).click()
  await page.waitForURL(/\/recordings\//)
  const [, participant, session] = /recordings\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  await button(page, 'Preparar el micrófono').click()
  await allowMicrophone(page)
  await button(page, /^Continuar( sin comprobar)?$/).click()
  await page.getByRole('button', { name: /^Empezar a grabar/ }).waitFor()
  await page.keyboard.press('Space')
  await page.getByText('Grabando la sesión').waitFor()
  return `/protocols/responses/${participant}/${session}/`
}

const recordingsOf = async (page: Page, address: string) =>
  (await callAs(page, `${address}recordings/`)) as SessionRecording[]

/** The hash of the samples of the joined file, as it is downloaded. */
async function hashOfJoined(page: Page, address: string, id: string) {
  const file = Buffer.from((await callAs(page, `${address}recordings/${id}/audio_src/`)) as number[])
  return createHash('sha256').update(file.subarray(44)).digest('hex')
}

test('a conversation is recorded whole, through a lost network, and its parts become takes with results', {
  timeout: 300_000,
}, async () => {
  const page = await openPage({ microphone: { file: await writeVoice(1) } })
  await openItem(page)
  const address = await startWholeSession(page)
  await timer(page, /0:02/)
  await page.keyboard.press('ArrowRight')
  await page.getByText('Ahora:').waitFor()
  await page.keyboard.press('n')
  await page.getByText('1 nombre señalado').waitFor()
  await look(page, 'session-recording-running')
  // The network is lost while the first piece is sent, and comes back later.
  await page.route('**/recordings/*/pieces/', (route) => route.abort())
  await timer(page, /0:11/)
  await page.keyboard.press('ArrowRight')
  await page.getByText(/Sin conexión: 0:1\d esperan en este dispositivo/).waitFor({ timeout: 30_000 })
  await page.unroute('**/recordings/*/pieces/')
  await page.getByText('Se envía mientras se graba').waitFor({ timeout: 30_000 })
  await timer(page, /0:2[1-9]/)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: '¿Detener la grabación de la sesión?' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Detener la grabación' }).click()
  await page.getByText('Completa: lo guardado es idéntico a lo grabado.').waitFor({ timeout: 60_000 })
  await page.getByText('1 nombre dicho').waitFor()

  const [recording] = await recordingsOf(page, address)
  expect(recording).toMatchObject({ verified: true, interrupted: false, gaps: [] })
  expect(recording!.pieces).toBeGreaterThanOrEqual(3)
  expect(recording!.marks.map(({ kind }) => kind)).toEqual(['subtest', 'name_spoken', 'subtest'])
  expect(await hashOfJoined(page, address, recording!.id)).toBe(recording!.sha256)

  // By keyboard: the start of the first part a tenth of a second later.
  const starts = page.getByLabel('Comienzo (s)')
  const before = Number((await starts.first().inputValue()).replace(',', '.'))
  await starts.first().press('ArrowUp')
  expect(Number((await starts.first().inputValue()).replace(',', '.'))).toBeCloseTo(before + 0.1, 5)
  const cuts = page.getByRole('button', { name: /^Usar como toma de/ })
  await look(page, 'session-recording-cuts')
  for (const [place, done] of ['Es la toma 1 del ítem.', 'Es la toma 1 del ítem.'].entries()) {
    await cuts.nth(place).click()
    await page.getByText(done).nth(place).waitFor({ timeout: 30_000 })
  }
  await look(page, 'session-recording-done')
  const measured = await vi.waitFor(
    async () => {
      const { responses } = (await callAs(page, address)) as {
        responses: { capture: { settings: Record<string, unknown> }; feature_extraction_res: { status: string }[] }[]
      }
      expect(responses).toHaveLength(2)
      for (const { feature_extraction_res } of responses)
        expect(feature_extraction_res.filter(({ status }) => status === 'ready').length).toBeGreaterThan(3)
      return responses
    },
    { timeout: 120_000, interval: 1000 },
  )
  for (const { capture } of measured) expect(capture.settings.cut_from).toBe(recording!.id)
  // The same page in English, and its start.
  await page.evaluate(() => localStorage.setItem('fonema.language', 'en'))
  await page.reload()
  await page.getByRole('heading', { name: 'Parts by item' }).waitFor()
  await look(page, 'session-recording-done-en')
})

test('a kill in the middle loses at most a second: the rest is sent, whole, and can be cut', {
  timeout: 300_000,
}, async () => {
  const profile = await makeProfile()
  const first = await openProfile(profile)
  await first.page.goto(inject('baseUrl'))
  await openItem(first.page)
  const address = await startWholeSession(first.page)
  await timer(first.page, /0:01/)
  await first.page.keyboard.press('ArrowRight')
  await timer(first.page, /0:16/)
  await first.kill()

  const { page } = await openProfile(profile)
  await hideTutorial(page)
  await page.goto(inject('baseUrl'))
  const password = page.locator('input[type="password"]')
  // The kill may have lost the sign-in, which Chromium writes late.
  await Promise.race([page.waitForURL('**/dashboard/').catch(() => {}), password.waitFor().catch(() => {})])
  if (await password.isVisible()) await signInAgain(page, 'examiner@demo.example')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const recording = await vi.waitFor(
    async () => {
      const [one] = await recordingsOf(page, address)
      expect(one).toMatchObject({ verified: true, interrupted: true, marks: [{ kind: 'subtest' }] })
      return one!
    },
    { timeout: 60_000, interval: 500 },
  )
  expect(recording.duration_s).toBeGreaterThanOrEqual(15)
  expect(await hashOfJoined(page, address, recording.id)).toBe(recording.sha256)
  const [, participant, session] = /responses\/([\w-]+)\/([\w-]+)/.exec(address) ?? []
  await page.goto(`${inject('baseUrl')}/dashboard/participant/protocol/recordings/${participant}/${session}/`)
  await page.getByText('Se interrumpió').waitFor()
  await page.getByRole('button', { name: /^Usar como toma de/ }).click()
  await page.getByText('Es la toma 1 del ítem.').waitFor({ timeout: 30_000 })
})
