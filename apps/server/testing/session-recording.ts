import { createHash, randomUUID } from 'node:crypto'
import type { TestApp } from './open-app.ts'
import { formOf, sampleRateHz, toneWav } from './recordings.ts'

/** The form of the first piece: a tone of four seconds. */
export function pieceForm() {
  const wav = toneWav(4)
  return formOf(wav, { piece: '0', sha256: createHash('sha256').update(wav).digest('hex') })
}

/** A recording of a session with one piece of four seconds, finished or not. Returns its id. */
export async function recordSession(
  { app }: TestApp,
  headers: { authorization: string },
  sessionUrl: string,
  { isFinished = true } = {},
): Promise<string> {
  const id = randomUUID()
  const url = `${sessionUrl}recordings/`
  const post = (path: string, payload: object | Buffer, more = {}) =>
    app.inject({ method: 'POST', url: `${url}${path}`, headers: { ...headers, ...more }, payload })
  await post('', { id, sample_rate_hz: sampleRateHz, recorded_at: '2026-11-20T08:38:00.000Z', settings: {} })
  const form = pieceForm()
  await post(`${id}/pieces/`, form.payload, form.headers)
  if (isFinished) await post(`${id}/finish/`, { as_stored: true })
  return id
}

/** A recording with one flagged name. */
export async function markedRecording(
  demo: TestApp,
  headers: { authorization: string },
  sessionUrl: string,
): Promise<{ recording_id: string; mark_id: string }> {
  const [recording_id, mark_id] = [await recordSession(demo, headers, sessionUrl), randomUUID()]
  const payload = { id: mark_id, at_s: 0.5, kind: 'name_spoken', protocol_item_id: null }
  await demo.app.inject({ method: 'POST', url: `${sessionUrl}recordings/${recording_id}/marks/`, headers, payload })
  return { recording_id, mark_id }
}
