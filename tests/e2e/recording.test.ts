import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { measure, readWav } from '@fonema/speech'
import { beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPage, phone, requireAccessible } from './browser.ts'
import {
  compareWithSource,
  isExplained,
  makeKnownSource,
  samplesOf,
  sourceRateHz,
  writeSource,
} from './known-recording.ts'
import { button, callAs, chooseShortSession, passMicrophone, recordItem, register, seconds } from './recording-steps.ts'
import { demoPassword } from './start-server.ts'
import { storedRecordings } from './stored-recordings.ts'

// The clinic measures its demonstration when it first starts, and on a busy machine the fake microphone drops samples.
beforeAll(async () => {
  const api = async (url: string, init: RequestInit = {}) =>
    (await fetch(`${inject('baseUrl')}/api${url}`, init)).json()
  const body = JSON.stringify({ email: 'examiner@demo.example', password: demoPassword })
  const signIn = () =>
    api('/user/api/token/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const pending = async () => {
    const { access } = (await signIn()) as { access: string }
    const headers = { authorization: `Bearer ${access}` }
    const participants = (await api('/user/participants/', { headers })) as { id: string; code: string }[]
    const { id } = participants.find(({ code }) => code === 'DEMO-001')!
    const sessions = (await api(`/protocols/responses/${id}/`, { headers })) as { id: string }[]
    const oldest = await api(`/protocols/responses/${id}/${sessions.at(-1)!.id}/`, { headers })
    return JSON.stringify(oldest).includes('"status":"pending"')
  }
  await vi.waitFor(async () => expect(await pending()).toBe(false), { timeout: 600_000, interval: 3_000 })
}, 600_000)

/** Writes a known sound to a file for the fake microphone. */
async function knownMicrophone() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-source-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const source = makeKnownSource(120)
  const file = path.join(folder, 'source.wav')
  await writeSource(file, source)
  return { source, file }
}

type Take = { settings: string; gaps: { at: number; length: number }[]; window: { start: number; end: number } }
type Answer = {
  feature_extraction_res: { status: string }[]
  protocol_item: { id: string }
  is_skipped: boolean
  skipped_purpose: string
  capture: Take | null
}

// Chromium's fake microphone drops samples on a busy machine, not always with a visible sign.
test('records a whole protocol byte for byte, measures it, and shows the numbers of the source', {
  timeout: 240_000,
}, async () => {
  const { source, file } = await knownMicrophone()
  const page = await openPage({ microphone: { file } })
  await register(page)
  await requireAccessible(page)
  await chooseShortSession(page)
  await page.getByRole('meter').waitFor()
  await requireAccessible(page)
  await passMicrophone(page)

  await page.getByText('Ítem 1 de 4').waitFor()
  await requireAccessible(page)
  await recordItem(page, 5)
  await requireAccessible(page)
  await button(page, 'Usar y seguir').click()

  await page.getByText('Ítem 2 de 4').waitFor()
  await button(page, 'Omitir ítem').click()
  await button(page, 'Omitir y seguir').click()
  await page.getByText('Elija un motivo.').waitFor()
  await requireAccessible(page)
  await page.getByLabel('Cansancio').check()
  await button(page, 'Omitir y seguir').click()

  await page.getByText('Ítem 3 de 4').waitFor()
  await recordItem(page, 4)
  await button(page, 'Usar y seguir').click()
  await page.getByText('Ítem 4 de 4').waitFor()
  await recordItem(page, 6)
  const storedAt = Date.now()
  const [, ofParticipant, ofSession] = /resume\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  const statuses = async () => {
    const { responses } = (await callAs(page, `/protocols/responses/${ofParticipant}/${ofSession}/`)) as {
      responses: Answer[]
    }
    return responses.at(-1)!.feature_extraction_res.map(({ status }) => status)
  }
  await vi.waitFor(async () => expect(new Set(await statuses())).toEqual(new Set(['ready'])), {
    timeout: 60_000,
    interval: 100,
  })
  console.log(`seconds from the stored recording to all results: ${((Date.now() - storedAt) / 1000).toFixed(1)}`)
  await button(page, 'Grabar de nuevo').click()
  await page.getByText('Grabando', { exact: true }).waitFor()
  await seconds(6)
  await button(page, 'Detener').click()
  await page.getByText('Grabación guardada').waitFor()
  await button(page, 'Usar y terminar').click()
  await page.getByLabel('Comentario (opcional)').fill('Participó con buen ánimo')
  await requireAccessible(page)
  await button(page, 'Ir al participante').click()
  await page.waitForURL(/participant\/[\w-]+\/$/)
  await page.getByText('Completa', { exact: true }).filter({ visible: true }).waitFor()

  await page.getByRole('link', { name: /^Resultado de Sesión breve/ }).click()
  await page.getByRole('heading', { level: 1, name: /^Sesión breve/ }).waitFor()
  await page.getByText('Participó con buen ánimo').waitFor()
  await page.getByRole('button', { name: /^Todas las medidas/ }).click()
  const row = page
    .getByRole('row')
    .filter({ hasText: /Frecuencia fundamental media|F0 media/ })
    .first()
  await row.waitFor({ timeout: 30_000 })
  await requireAccessible(page)

  const [, participantId, sessionId] = /protocol_result\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  const session = (await callAs(page, `/protocols/responses/${participantId}/${sessionId}/`)) as {
    responses: Answer[]
  }
  expect(session.responses).toHaveLength(4)
  expect(session.responses[1]).toMatchObject({ is_skipped: true, skipped_purpose: 'fatigue' })
  expect(session.responses[3]).toMatchObject({ take: 2, takes: [{ take: 2 }, { take: 1, superseded: true }] })

  for (const answer of session.responses.filter(({ is_skipped }) => !is_skipped)) {
    const url = `/protocols/responses/${participantId}/${sessionId}/item/${answer.protocol_item.id}/audio_src/`
    const wav = Buffer.from((await callAs(page, url)) as number[])
    const { gaps, window, settings } = answer.capture!
    expect(settings).toMatchObject({ processed_by_browser: false, context_sample_rate: sourceRateHz })
    // Chromium itself loses some milliseconds on a busy machine; the recorder must have detected each such gap.
    const comparison = compareWithSource(samplesOf(wav), source)
    expect(comparison).toBeDefined()
    console.log('stored against source', comparison, 'gaps', gaps)
    expect(isExplained(comparison!, gaps)).toBe(true)
    if (gaps.length === 0) expect(comparison!.equal).toBe(comparison!.compared)

    if (answer === session.responses[0] && gaps.length === 0) {
      const from = comparison!.offset + Math.round(window.start * sourceRateHz)
      const to = comparison!.offset + Math.round(window.end * sourceRateHz)
      const samples = Float32Array.from(source.subarray(from, to), (sample) => sample / 32_768)
      const expected = measure(samples, sourceRateHz, ['prosody']).prosody?.scores.f0_mean_hz
      const shown = /\d+,\d\d/.exec((await row.textContent()) ?? '')?.[0]
      expect(shown).toBe(expected?.toFixed(2).replace('.', ','))
      expect(readWav(wav).sampleRateHz).toBe(sourceRateHz)
    }
  }
  // The stored file itself, not only what the API returns.
  const files = await storedRecordings()
  const first = (await callAs(
    page,
    `/protocols/responses/${participantId}/${sessionId}/item/${session.responses[0]!.protocol_item.id}/audio_src/`,
  )) as number[]
  expect(files.some((bytes) => bytes.equals(Buffer.from(first)))).toBe(true)

  await page.getByRole('tab', { name: /^2\./ }).click()
  await page.getByText('Cansancio').first().waitFor()
  await page.setViewportSize(phone)
  await requireAccessible(page)
})

test('resumes an unfinished session at its first unanswered item', async () => {
  const { file } = await knownMicrophone()
  const page = await openPage({ microphone: { file } })
  await register(page)
  await chooseShortSession(page)
  await passMicrophone(page)
  await page.getByText('Ítem 1 de 4').waitFor()
  await recordItem(page, 4)
  await page.getByRole('link', { name: /^Volver a/ }).click()
  await page.getByText('Sin terminar').filter({ visible: true }).waitFor()
  await page.getByRole('link', { name: /^Continuar Sesión breve/ }).click()
  await passMicrophone(page)
  await page.getByText('Ítem 2 de 4').waitFor()
})

test('explains what to do when the microphone is denied', async () => {
  const page = await openPage({ microphone: { permission: 'denied' } })
  await register(page)
  await chooseShortSession(page)
  await page.getByText('El micrófono no está permitido').waitFor()
  await requireAccessible(page)
  expect(await button(page, 'Reintentar').isEnabled()).toBe(true)
})

test('reports a missing microphone', async () => {
  const page = await openPage({ microphone: { absent: true } })
  await register(page)
  await chooseShortSession(page)
  await page.getByText('No hay ningún micrófono').waitFor()
  await requireAccessible(page)
})

test('reports a silent microphone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-silence-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'silence.wav')
  await writeSource(file, new Int16Array(sourceRateHz))
  const page = await openPage({ microphone: { file } })
  await register(page)
  await chooseShortSession(page)
  await page.getByText('No se oye nada').waitFor()
  await requireAccessible(page)
})

test('shows the no-volume error in a browser without the media API', async () => {
  const page = await openPage()
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  await register(page)
  await chooseShortSession(page)
  await page.getByText('No se oye nada').waitFor()
  await page.getByText('Este navegador no da acceso al micrófono').waitFor()
})
