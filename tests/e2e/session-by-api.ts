import { writeWav16 } from '@fonema/speech'
import { expect, inject } from 'vitest'
import { demoPassword } from './start-server.ts'

const sampleRateHz = 16_000

/** A steady tone like a voice. */
function toneWav(seconds: number): Blob {
  const samples = Int16Array.from({ length: seconds * sampleRateHz }, (_, index) => {
    const phase = (2 * Math.PI * 150 * index) / sampleRateHz
    return Math.round(6000 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase)))
  })
  return new Blob([new Uint8Array(writeWav16(samples, sampleRateHz))], { type: 'audio/wav' })
}

type Result = { status: string }
type Session = {
  id: string
  protocol: { items: { id: string; order: number }[] }
  responses: { feature_extraction_res: Result[] }[]
  indices: Result[]
}

/** A session of the short protocol, and functions that answer its items, without a microphone. */
export async function startSession() {
  const api = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${inject('baseUrl')}/api${path}`, init)
    expect(response.ok, `${path} ${response.status}`).toBe(true)
    return response.json() as Promise<Answer>
  }
  const json = { 'content-type': 'application/json' }
  const { access } = await api<{ access: string }>('/user/api/token/', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'examiner@demo.example', password: demoPassword }),
  })
  const authorization = { authorization: `Bearer ${access}` }
  const post = <Answer>(path: string, body: object) =>
    api<Answer>(path, { method: 'POST', headers: { ...json, ...authorization }, body: JSON.stringify(body) })

  const protocols = await api<{ id: string; name: string; locale: { id: string; code: string } }[]>(
    '/protocols/examiner/',
    { headers: authorization },
  )
  const protocol = protocols.find(({ name, locale }) => name === 'Sesión breve' && locale.code === 'es-ES')!
  const participant = await post<{ id: string }>('/user/participants/', {
    code: `TAKES-${Date.now()}-${Math.floor(Math.random() * 1000)}`,
    locale: protocol.locale.id,
  })
  const sessions = `/protocols/responses/${participant.id}/`
  const session = await post<Session>(sessions, { protocol_id: protocol.id })
  const itemPath = (order: number) =>
    `${sessions}${session.id}/item/${session.protocol.items.find((item) => item.order === order)!.id}/`
  /** A tone of so many seconds, or a recording. */
  const send = (order: number, sound: number | Blob, fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('speech', typeof sound === 'number' ? toneWav(sound) : sound, 'item.wav')
    return api(itemPath(order), { method: 'POST', headers: authorization, body })
  }
  const skip = (order: number) => post(itemPath(order), { skipped_purpose: 'fatigue' })
  const pages = '/dashboard/participant'
  /** Ends when nothing of the session is being measured any more. */
  const measured = async () => {
    const pending = async () => {
      const { responses, indices } = await api<Session>(`${sessions}${session.id}/`, { headers: authorization })
      const results = [...responses.flatMap((answer) => answer.feature_extraction_res), ...indices]
      return results.filter(({ status }) => status === 'pending').length
    }
    await expect.poll(pending, { timeout: 240_000, interval: 1000 }).toBe(0)
  }
  return {
    participantId: participant.id,
    /** The calls of an item, for `signInByApi`. */
    itemUrl: (order: number) => itemPath(order).slice(1),
    send,
    skip,
    measured,
    address: `${pages}/protocol_result/${participant.id}/${session.id}/`,
    resumeAddress: `${pages}/protocol/resume/${participant.id}/${session.id}/`,
  }
}
