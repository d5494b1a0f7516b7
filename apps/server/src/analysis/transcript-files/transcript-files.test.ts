import type { TranscriptFormat } from '@fonema/contract'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import '../transcript-tables.ts'

/** A recorded sentence whose transcript has three words, one of them without a time. */
async function prepare(isTyped = true) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { itemUrl, items } = await startTestSession(demo, headers)
  const item = itemUrl(items[2]!)
  const marked = { window: '{"start":0.5,"end":5.5}' }
  const form = formOf(toneWav(6), marked)
  const sent = await demo.app.inject({
    method: 'POST',
    url: item,
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  expect(sent.statusCode).toBe(201)
  const url = `${item}transcript/`
  const payload = { text: 'hola Ana adiós', based_on: 0 }
  if (isTyped) await demo.app.inject({ method: 'POST', url, headers, payload })
  const words = [
    { text: 'hola', start: 0.25, end: 0.75 },
    { text: 'Ana', start: 1, end: 1.5, speaker: 'examiner', marks: ['name'] },
    { text: 'adiós', start: null, end: null },
  ]
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx
      .updateTable('transcripts')
      .set({ words: JSON.stringify(words) })
      .execute(),
  )
  const download = (as: TranscriptFormat | string, by = headers) =>
    demo.app.inject({ url: `${url}file/?as=${as}`, headers: by })
  const send = (file: string | Buffer, query: string, by: Record<string, string> = headers) => {
    const part = formOf(Buffer.from(file), {}, 'file')
    return demo.app.inject({
      method: 'POST',
      url: `${url}import/${query}`,
      headers: { ...by, ...part.headers },
      payload: part.payload,
    })
  }
  const stored = () =>
    demo.database.tenant(demo.organizationId, (tx) =>
      tx.selectFrom('transcripts').selectAll().orderBy('version').execute(),
    )
  return { ...demo, headers, url, words, download, send, stored }
}

test('a transcript is downloaded with the times of the recording, and read back with those of the window', async () => {
  const { download, send, stored, words } = await prepare()
  for (const [i, format] of (['textgrid', 'eaf', 'json', 'chat'] as const).entries()) {
    const file = await download(format)
    expect([format, file.statusCode]).toEqual([format, 200])
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.(TextGrid|eaf|json|cha)"/)
    if (format === 'textgrid') expect(file.body).toMatch(/xmin = 0\.75\n\s+xmax = 1\.25\n\s+text = "hola"/)
    const preview = await send(file.rawPayload, '?preview=true')
    expect(preview.json()).toEqual({
      format,
      based_on: i + 1,
      text: 'hola Ana adiós',
      words: 3,
      untimed: 1,
      changes: { added: 0, removed: 0, times: 0, speakers: 0, marks: 0 },
      losses: [],
    })
    const imported = await send(file.rawPayload, `?based_on=${i + 1}`)
    expect(imported.statusCode).toBe(201)
    expect(imported.json()).toMatchObject({ version: i + 2, engine: 'typed', based_on: i + 1, text: 'hola Ana adiós' })
    expect(imported.json().author).toMatchObject({ first_name: 'examiner' })
    expect((await stored()).at(-1)!.words).toEqual(words)
  }
})

test('subtitles have no word times: the words that stay keep theirs', async () => {
  const { download, send, stored } = await prepare()
  const file = (await download('vtt')).body.replace('adiós', 'adiós amigos')
  const preview = (await send(file, '?preview=true')).json()
  expect(preview).toMatchObject({
    format: 'vtt',
    text: 'hola Ana adiós amigos',
    words: 4,
    untimed: 2,
    changes: { added: 1, removed: 0, times: 0, speakers: 0, marks: 1 },
    losses: [{ code: 'times_of_words', count: 3 }],
  })
  expect(await stored()).toHaveLength(1)
  expect((await send(file, '?based_on=1')).statusCode).toBe(201)
  expect((await stored()).at(-1)!.words).toEqual([
    { text: 'hola', start: 0.25, end: 0.75 },
    { text: 'Ana', start: 1, end: 1.5, speaker: 'examiner' },
    { text: 'adiós', start: null, end: null },
    { text: 'amigos', start: null, end: null },
  ])
})

test('an import must be based on the newest version, and repeats once', async () => {
  const { download, send, stored, headers } = await prepare()
  const file = (await download('json')).body
  expect((await send(file, '')).json()).toEqual({ based_on: ['required'] })
  expect((await send(file, '?based_on=0')).statusCode).toBe(409)
  const key = { ...headers, 'idempotency-key': 'c0ffee00-0000-4000-8000-000000000001' }
  const first = await send(file, '?based_on=1', key)
  expect((await send(file, '?based_on=1', key)).json()).toEqual(first.json())
  expect((await send(file, '?based_on=1')).statusCode).toBe(409)
  expect(await stored()).toHaveLength(2)
})

test('a file that is not a transcript of this recording is refused with its place, and nothing is stored', async () => {
  const { download, send, stored } = await prepare()
  const grid = (await download('textgrid')).body
  const refusalOf = async (file: string | Buffer) => {
    const answer = await send(file, '?based_on=1')
    return [answer.statusCode, answer.json()]
  }
  const refused = (problem: string, line: number, place: string) => [
    400,
    { code: 'transcript_file_refused', problem, line, place },
  ]
  expect(await refusalOf('hello')).toMatchObject(refused('unknown_format', 1, ''))
  expect(await refusalOf(grid.replace('xmax = 1.25\n', 'xmax = NaN\n'))).toMatchObject(refused('bad_time', 21, 'NaN'))
  // Before the marked window of the recording.
  const early = grid.replaceAll('= 0.75\n', '= 0.1\n')
  expect(await refusalOf(early)).toMatchObject(refused('outside', 0, ''))
  expect(await refusalOf(grid.replaceAll('xmax = 6\n', 'xmax = 7\n'))).toMatchObject([400, { problem: 'other_length' }])
  expect((await send(Buffer.alloc(21 * 1024 * 1024), '?based_on=1')).statusCode).toBe(413)
  expect(await stored()).toHaveLength(1)
})

test('an unknown format and an item without words have no file, and an import makes the first version', async () => {
  const { download, send, stored } = await prepare(false)
  expect((await download('docx')).statusCode).toBe(400)
  expect((await download('json')).statusCode).toBe(409)
  const file = 'WEBVTT\n\n00:01.000 --> 00:01.500\nhola\n'
  expect((await send(file, '?preview=true')).json()).toMatchObject({ based_on: 0, changes: { added: 1, removed: 0 } })
  expect((await send(file, '?based_on=0')).statusCode).toBe(201)
  expect(await stored()).toMatchObject([{ version: 1, based_on: null, words: [{ text: 'hola', start: 0.5, end: 1 }] }])
})
