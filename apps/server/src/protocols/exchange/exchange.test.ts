// @module-tag long
import { type Locale, type ProtocolDraft, ProtocolFileRefused, ProtocolImportPreview } from '@fonema/contract'
import { openZip } from '@fonema/protocol-exchange'
import { expect, test } from 'vitest'
import { withClient } from '../../../testing/database-setup.ts'
import { smallPng } from '../../../testing/logo.ts'
import { draftWithPicture, protocolArchive } from '../../../testing/protocol-archive.ts'
import { itemTexts, minimalDraft } from '../../../testing/protocol-draft.ts'
import { formOf, toneWav } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('manager@demo.example')
  async function ask(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
    const answer = await demo.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, answer: answer.json() }
  }
  async function bring(file: Buffer, { preview = false, fields = {}, more = {} } = {}) {
    const form = formOf(file, fields, 'file')
    const answer = await demo.app.inject({
      method: 'POST',
      url: `/api/protocol_drafts/import/${preview ? '?preview=true' : ''}`,
      headers: { ...headers, ...form.headers, ...more },
      payload: form.payload,
    })
    return { status: answer.statusCode, answer: answer.json() }
  }
  async function fetch(url: string) {
    const answer = await demo.app.inject({ url: `/api${url}`, headers })
    expect(answer.statusCode).toBe(200)
    return { file: answer.rawPayload, disposition: answer.headers['content-disposition'] }
  }
  const start = async (content: ProtocolDraft) => (await ask('POST', '/protocol_drafts/', { content })).answer
  const count = (table: string) =>
    withClient(demo.url, async (client) => Number((await client.query(`select count(*) from ${table}`)).rows[0].count))
  const drafts = async () => (await ask('GET', '/protocol_drafts/')).answer as { key: string }[]
  return { demo, ask, bring, fetch, start, count, drafts }
}

/** What a content is, apart from the names of its files and its own key. */
const withoutNames = (content: ProtocolDraft) =>
  JSON.parse(JSON.stringify({ ...content, key: '' }).replace(/"file":"[^"]+"/g, '"file":""'))

test('a preview lists what the file holds and stores nothing, the import creates the draft with its picture', async () => {
  const { bring, count, drafts, demo } = await prepare()
  const file = await protocolArchive()
  const { status, answer } = await bring(file, { preview: true })
  expect(status).toBe(200)
  const preview = ProtocolImportPreview.parse(answer)
  expect(preview).toMatchObject({
    format: 'fonema',
    existing: null,
    name: 'La vocal',
    items: [{ key: 'vowel', title: 'Vocal /a/', category: 'picture_description', guess: null, media: ['image'] }],
    media: [{ kind: 'image', filename: 'street.png' }],
    losses: [],
    gap_count: 0,
  })
  expect(preview.locales.map(({ code }: Locale) => code)).toEqual(['es-ES'])
  expect([await count('protocol_media'), await drafts()]).toEqual([0, []])

  const stored = await bring(file)
  expect(stored.status).toBe(201)
  expect(stored.answer).toMatchObject({ state: 'draft', key: 'street', media: [{ kind: 'image', width: 40 }] })
  expect(withoutNames(stored.answer.content)).toEqual(withoutNames(draftWithPicture('street')))
  const served = await demo.app.inject({ url: stored.answer.media[0].url })
  expect(served.headers['content-type']).toBe('image/png')
})

test('an import may be repeated, and a taken key gets a number', async () => {
  const { bring, drafts, count } = await prepare()
  const file = await protocolArchive()
  const more = { 'idempotency-key': 'once' }
  const first = await bring(file, { more })
  expect((await bring(file, { more })).answer.id).toBe(first.answer.id)
  expect(await count('protocol_media')).toBe(1)
  expect((await bring(file, { preview: true })).answer.existing).toBe('La vocal')
  expect((await bring(file)).answer.key).toBe('street-2')
  expect((await drafts()).map(({ key }) => key).toSorted()).toEqual(['street', 'street-2'])
  const another = await protocolArchive(minimalDraft('other'))
  expect((await bring(another, { more })).answer.code).toBe('idempotency_key_reused')
})

test('a draft comes back equal from its file, and its picture is not stored twice', async () => {
  const { bring, fetch, count } = await prepare()
  const { answer } = await bring(await protocolArchive())
  const { file, disposition } = await fetch(`/protocol_drafts/${answer.id}/export/`)
  expect(disposition).toContain('filename="street.fonema.zip"')
  const again = (await bring(file)).answer
  expect(again.content).toEqual({ ...answer.content, key: 'street-2' })
  expect(await count('protocol_media')).toBe(1)
})

test('the copy of a shipped protocol comes back with its shipped pictures', async () => {
  const { ask, bring, fetch, count } = await prepare()
  const offered = (await ask('GET', '/protocols/organization/')).answer as {
    id: string
    name: string
    locale: Locale
  }[]
  const shipped = offered.find(({ name, locale }) => name === 'Lenguaje' && locale.code === 'es-ES')!
  const copy = (await ask('POST', '/protocol_drafts/', { copy_of: shipped.id })).answer
  const { file } = await fetch(`/protocol_drafts/${copy.id}/export/`)
  const again = (await bring(file)).answer
  expect(again.content).toEqual({ ...copy.content, key: 'language-2' })
  expect(await count('protocol_media')).toBe(0)
  const direct = await fetch(`/protocols/${shipped.id}/export/`)
  expect(direct.disposition).toContain('filename="language.fonema.zip"')
  expect((await bring(direct.file)).answer.content).toEqual({ ...copy.content, key: 'language-3' })
})

test('a published version is exported as it was published, with blocks and repeats', async () => {
  const { ask, start, bring, fetch } = await prepare()
  const content = minimalDraft('version')
  const [vowel] = content.blocks[0]!.items
  content.locales = ['es-ES', 'en-US']
  content.texts['en-US'] = { name: 'The vowel', description: 'A vowel.' }
  vowel!.texts['en-US'] = itemTexts('Vowel /a/', '<p>Say “a”.</p>')
  const items = ['one', 'two'].map((key) => ({ ...structuredClone(vowel!), key, repeats: key === 'two' ? 3 : 1 }))
  content.blocks.push({ key: 'block-2', order: 'random', items })
  const { id } = await start(content)
  const first = (await ask('POST', `/protocol_drafts/${id}/publish/`, { revision: 1 })).answer
  const changed = structuredClone(content)
  changed.blocks[0]!.items[0]!.texts['es-ES']!.trigger = '<p>Otra.</p>'
  await ask('PATCH', `/protocol_drafts/${id}/`, { revision: 1, content: changed })
  const protocol = first.versions[0].protocols.find(({ locale }: { locale: string }) => locale === 'es-ES')
  const { file } = await fetch(`/protocols/${protocol.id}/export/`)
  expect((await bring(file)).answer.content).toEqual({ ...content, key: 'version-2' })
})

test('each medium that is no stimulus is named with its place, and nothing is stored', async () => {
  const { bring, count, drafts } = await prepare()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const cut = smallPng().subarray(0, 60)
  for (const preview of [true, false]) {
    for (const [bytes, name, problem] of [
      [svg, 'evil.svg', 'medium_type'],
      [svg, 'evil.png', 'medium_type'],
      [cut, 'cut.png', 'medium_unreadable'],
      [toneWav(1), 'sound.png', 'medium_type'],
    ] as const) {
      const { status, answer } = await bring(await protocolArchive(undefined, bytes, name), { preview })
      expect([status, answer]).toEqual([
        400,
        {
          code: 'protocol_file_refused',
          problems: [{ problem, file: `media/${name}`, path: '' }],
          problem_count: 1,
        },
      ])
    }
  }
  expect([await count('protocol_media'), await drafts()]).toEqual([0, []])
})

test('every fault of the document is listed: HTML, values, languages and lists', async () => {
  const { bring } = await prepare()
  const content = minimalDraft('hostile')
  const [vowel] = content.blocks[0]!.items
  const trigger = '<p onclick="alert(1)">a</p>'
  content.blocks[0]!.items = ['a', 'b'].map((key) => ({
    ...vowel!,
    key,
    texts: { 'es-ES': { ...vowel!.texts['es-ES']!, trigger } },
  }))
  const html = await bring(await protocolArchive(content), { preview: true })
  expect(ProtocolFileRefused.parse(html.answer).problems).toEqual(
    [0, 1].map((index) => ({
      problem: 'html',
      file: 'protocol.json',
      path: `content.blocks.0.items.${index}.texts.es-ES.trigger`,
    })),
  )
  const unknown = { ...minimalDraft('unknown'), locales: ['xx-XX'] }
  const language = await bring(await protocolArchive(unknown), { preview: true })
  expect(language.answer.problems).toEqual([
    { problem: 'language_not_known', file: 'protocol.json', path: 'content.locales.0' },
  ])
  const list = minimalDraft('list')
  list.blocks[0]!.items[0]!.texts['es-ES']!.fluency = { list: 'none' }
  expect((await bring(await protocolArchive(list))).answer.problems[0]).toMatchObject({
    problem: 'list_not_known',
    path: 'content.blocks.0.items.0.texts.es-ES.fluency.list',
  })
  expect((await bring(Buffer.from('PK no archive'))).answer.problems[0].problem).toBe('not_a_zip')
})

test('another organisation cannot export, and an examiner neither exports nor imports', async () => {
  const { demo, bring, ask } = await prepare()
  const { answer } = await bring(await protocolArchive())
  const published = (await ask('POST', `/protocol_drafts/${answer.id}/publish/`, { revision: 1 })).answer
  const protocol = published.versions[0].protocols[0].id
  for (const [email, status] of [
    ['examiner@other.example', 404],
    ['examiner@demo.example', 403],
  ] as const) {
    const headers = await demo.signIn(email)
    for (const url of [`/protocol_drafts/${answer.id}/export/`, `/protocols/${protocol}/export/`])
      expect((await demo.app.inject({ url: `/api${url}`, headers })).statusCode, `${email} ${url}`).toBe(status)
  }
})

test('the ZIP file that is exported has only the files of the protocol', async () => {
  const { bring, fetch } = await prepare()
  const { answer } = await bring(await protocolArchive())
  const { files } = await openZip((await fetch(`/protocol_drafts/${answer.id}/export/`)).file)
  expect([...files.keys()]).toEqual(['protocol.json', 'media/street.png'])
})
