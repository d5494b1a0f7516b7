import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ItemId } from '@fonema/contract'
import { writeWav16 } from '@fonema/speech'
import type { TestApp } from './open-app.ts'

export const sampleRateHz = 16_000

/** A steady voice-like tone with a known pitch, as a WAV file. */
export function toneWav(seconds: number, frequencyHz = 150): Buffer {
  const samples = Int16Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, index) => {
    const phase = (2 * Math.PI * frequencyHz * index) / sampleRateHz
    return Math.round(6000 * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase)))
  })
  return Buffer.from(writeWav16(samples, sampleRateHz))
}

/** The tone of four seconds, encoded by flac 1.4.2. */
export const toneFlac = () => readFile(path.join(import.meta.dirname, 'tone.flac'))

/** A multipart body as a browser sends it. `examiner`: the file of the second microphone. */
export function formOf(file: Buffer, fields: Record<string, string> = {}, fileField = 'speech', examiner?: Buffer) {
  const boundary = 'fonemaTestBoundary'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const fileOf = (name: string, bytes: Buffer) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="item.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(parts.join('')),
      ...fileOf(fileField, file),
      ...(examiner === undefined ? [] : fileOf('examiner', examiner)),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  }
}

/** A participant with a session of the Spanish protocol with a name, and the addresses of its items. */
export async function startTestSession(
  test: TestApp,
  headers: { authorization: string },
  code = 'P-1',
  protocolName = 'Sesión breve',
) {
  const { app, localeId } = test
  const participant = (
    await app.inject({
      method: 'POST',
      url: '/api/user/participants/',
      headers,
      payload: { code, locale: localeId('es-AR') },
    })
  ).json()
  const protocols = (await app.inject({ url: '/api/protocols/examiner/', headers })).json()
  const protocol = protocols.find(
    ({ locale, name }: { locale: { code: string }; name: string }) => locale.code === 'es-ES' && name === protocolName,
  )
  const url = `/api/protocols/responses/${participant.id}/`
  const session = (await app.inject({ method: 'POST', url, headers, payload: { protocol_id: protocol.id } })).json()
  const items: { id: ItemId; skippable: boolean; min_duration: number; max_duration: number | null }[] =
    session.protocol.items
  const sessionUrl = `${url}${session.id}/`
  return {
    participant,
    protocol,
    session,
    items,
    sessionUrl,
    itemUrl: (item: { id: string }) => `${sessionUrl}item/${item.id}/`,
  }
}
