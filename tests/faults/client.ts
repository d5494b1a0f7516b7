import { createHash, randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ParticipantId, SessionId } from '@fonema/contract'
import { formOf } from '../../apps/server/testing/recordings.ts'
import { writeWav16 } from '../../packages/speech/src/wav.ts'
import { email, password } from './clinic.ts'

export type Answer = { status: number; body: Record<string, unknown>; headers: http.IncomingHttpHeaders }
type Payload = { headers: Record<string, string>; body: Buffer | Readable }

/**
 * One call on its own connection, so that a fault affects this call only.
 *
 * @throws when the connection breaks or the whole answer has not arrived within `withinMs`
 */
export async function call(
  url: string,
  { method = 'POST', headers = {}, body, withinMs = 60_000 }: Partial<Payload> & { method?: string; withinMs?: number },
): Promise<Answer> {
  const signal = AbortSignal.timeout(withinMs)
  const request = http.request(url, { method, headers, agent: false, signal })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  if (body instanceof Readable)
    pipeline(body, request).catch(() => {}) // reported by `answered`
  else request.end(body)
  const response = await answered
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const { statusCode: status = 0, headers: answerHeaders } = response
  return { status, headers: answerHeaders, body: text === '' ? {} : JSON.parse(text) }
}

/** The cookies that a browser would send back. */
const cookiesOf = (set: readonly string[]) => set.map((each) => each.split(';')[0]).join('; ')

const json = (value: object, more: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...more },
  body: Buffer.from(JSON.stringify(value)),
})

/** An examiner at one of the clinic's addresses, who can sign in again. */
export async function signIn(baseUrl: string, as = email) {
  const tokens = { access: '', refresh: '' }
  let cookie = ''
  const take = ({ status, body, headers }: Answer) => {
    if (status !== 200) throw new Error(`sign-in failed: ${status} ${JSON.stringify(body)}`)
    Object.assign(tokens, body)
    const set = headers['set-cookie']
    if (set !== undefined) cookie = cookiesOf(set)
  }
  const renew = async () => take(await call(`${baseUrl}/api/user/api/token/`, json({ email: as, password })))
  await renew()
  const headers = () => ({ authorization: `Bearer ${tokens.access}` })
  const post = (path: string, value: object, more: Record<string, string> = {}) =>
    call(`${baseUrl}/api${path}`, json(value, { ...headers(), ...more }))
  const get = (path: string) => call(`${baseUrl}/api${path}`, { method: 'GET', headers: headers() })
  return {
    headers,
    renew,
    post,
    get,
    refresh: async () =>
      take(
        await call(
          `${baseUrl}/api/user/api/token/refresh/`,
          json({ refresh: tokens.refresh, active: true }, { cookie }),
        ),
      ),
  }
}
export type Examiner = Awaited<ReturnType<typeof signIn>>

async function expectSuccess(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`unexpected answer: ${status} ${JSON.stringify(body)}`)
  return body
}

export type Item = { id: string; min_duration: number; skippable: boolean }

/** A new participant with a session of the short protocol. */
export async function startSession(examiner: Examiner, names: { first_name?: string; last_name?: string } = {}) {
  const locales = await expectSuccess(examiner.get('/cms/locales/'))
  const [locale] = locales as unknown as { id: string }[]
  const code = `F-${randomUUID().slice(0, 13)}`
  const registration = { code, locale: locale?.id, ...names }
  const participant = await expectSuccess(examiner.post('/user/participants/', registration))
  const protocols = await expectSuccess(examiner.get('/protocols/examiner/'))
  const protocol = (protocols as unknown as { id: string; item_count: number; is_practice: boolean }[]).find(
    ({ item_count, is_practice }) => item_count === 4 && !is_practice,
  )
  const path = `/protocols/responses/${participant.id}/`
  const session = await expectSuccess(examiner.post(path, { protocol_id: protocol?.id }))
  const { items } = session.protocol as { items: Item[] }
  const sessionPath = `${path}${session.id}/`
  return {
    id: session.id as SessionId,
    participantId: participant.id as ParticipantId,
    code,
    path: sessionPath,
    items,
    pathOf: (item: Item) => `${sessionPath}item/${item.id}/`,
  }
}
export type Session = Awaited<ReturnType<typeof startSession>>

export type Recording = { wav: Buffer; sha256: string }

/** A WAV file that differs from every other one. */
export function recordingOf(seconds: number, sampleRateHz = 16_000): Recording {
  const noise = randomBytes(Math.round(seconds * sampleRateHz) * 2)
  return toRecording(new Int16Array(noise.buffer, noise.byteOffset, noise.length / 2), sampleRateHz)
}

export function toRecording(samples: Int16Array, sampleRateHz: number): Recording {
  const wav = Buffer.from(writeWav16(samples, sampleRateHz))
  return { wav, sha256: createHash('sha256').update(wav).digest('hex') }
}

export function upload(
  baseUrl: string,
  examiner: Examiner,
  itemPath: string,
  recording: Recording,
  fields: Record<string, string> = {},
  withinMs = 60_000,
): Promise<Answer> {
  const form = formOf(recording.wav, { sha256: recording.sha256, ...fields })
  const headers = { ...form.headers, 'content-length': String(form.payload.length), ...examiner.headers() }
  return call(`${baseUrl}/api${itemPath}`, { headers, body: form.payload, withinMs })
}
