import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { signIn } from './browser.ts'
import { makeKnownSource, writeSource } from './known-recording.ts'

export const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** A file for a microphone that hears the known voice, this many times louder, until the test ends. */
export async function writeVoice(gain: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-voice-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'voice.wav')
  const loud = makeKnownSource(200).map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(gain * sample))))
  await writeSource(file, loud)
  return file
}

/** Registers a participant and opens the choice of a protocol. */
export async function register(page: Page): Promise<string> {
  await signIn(page)
  const code = `REC-${Date.now()}-${Math.floor(Math.random() * 1000)}`
  // Narrow windows have a button instead of the form.
  if (await page.evaluate(() => matchMedia('(max-width: 68em)').matches))
    await button(page, 'Registrar participante').click()
  await page.getByLabel(/^Código/).fill(code)
  await button(page, 'Registrar').click()
  await page.getByText(`El participante ${code} quedó registrado.`).waitFor()
  await page
    .getByRole('link', { name: `Grabar un protocolo con ${code}` })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Elija un protocolo' }).waitFor()
  return code
}

/** If the browser has allowed the microphone before, it opens without a click. */
export async function allowMicrophone(page: Page) {
  const allow = button(page, 'Permitir micrófono')
  const problem = page.getByText(/El micrófono no está permitido|No hay ningún micrófono|No se oye nada/)
  const opened = page.getByRole('meter').or(problem).first()
  await allow.or(opened).first().waitFor()
  // It may open at this very moment without a click, and the button disappears.
  if (await allow.isVisible()) await allow.click({ timeout: 2_000 }).catch(() => {})
  await opened.waitFor()
}

export async function chooseShortSession(page: Page) {
  await button(page, 'Sesión breve').first().click()
  await allowMicrophone(page)
}

/** From the open microphone to the item. */
export async function passMicrophone(page: Page) {
  await allowMicrophone(page)
  await button(page, /^Continuar( sin comprobar)?$/).click()
}

/** Opens the first item of the short session. @returns the participant's code */
export async function openItem(page: Page) {
  const code = await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  return code
}

/** Plays the item's stimulus if it must be heard, and starts recording. */
export async function startRecording(page: Page) {
  const play = button(page, /^Reproducir (audio|video)$/)
  if ((await play.count()) > 0) {
    expect(await button(page, 'Grabar').isDisabled()).toBe(true)
    await play.click()
  }
  await button(page, 'Grabar').click({ timeout: 60_000 })
  await page.getByText('Grabando', { exact: true }).waitFor()
}

export async function stopRecording(page: Page, outcome: RegExp = /Grabación guardada/) {
  // Only possible after the item's minimum.
  await button(page, 'Detener').click({ timeout: 60_000 })
  await page.getByText(outcome).first().waitFor({ timeout: 20_000 })
}

export async function recordItem(page: Page, length: number, outcome?: RegExp) {
  await startRecording(page)
  await seconds(length)
  await stopRecording(page, outcome)
}

/** Calls the API as the page's user. */
export const callAs = (page: Page, address: string) =>
  page.evaluate(async (url) => {
    const stored = Object.values(localStorage).find((value) => value.includes('"access"')) ?? '{}'
    const answer = await fetch(`/api${url}`, { headers: { authorization: `Bearer ${JSON.parse(stored).access}` } })
    return answer.headers.get('content-type')?.includes('json')
      ? answer.json()
      : Array.from(new Uint8Array(await answer.arrayBuffer()))
  }, address)
