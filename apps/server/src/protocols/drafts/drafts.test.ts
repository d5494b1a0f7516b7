import type { ProtocolDraft } from '@fonema/contract'
import { expect, test } from 'vitest'
import { withClient } from '../../../testing/database-setup.ts'
import { buildDraftClinic } from '../../../testing/draft-clinic.ts'
import { smallPng } from '../../../testing/logo.ts'
import { itemTexts, minimalDraft } from '../../../testing/protocol-draft.ts'
import { formOf, toneWav } from '../../../testing/recordings.ts'

async function prepare() {
  const clinic = await buildDraftClinic()
  const { demo, headers, manage, examine } = clinic
  const upload = async (file: Buffer, kind: string) => {
    const form = formOf(file, { kind }, 'file')
    const answer = await demo.app.inject({
      method: 'POST',
      url: '/api/protocol_media/',
      headers: { ...headers['manager@demo.example'], ...form.headers },
      payload: form.payload,
    })
    return { status: answer.statusCode, answer: answer.json() }
  }
  const start = async (content: ProtocolDraft) => (await manage('POST', '/protocol_drafts/', { content })).answer
  const publish = (id: string, revision: number) => manage('POST', `/protocol_drafts/${id}/publish/`, { revision })
  const assign = (protocols: string[]) => clinic.assign({ protocols })
  const record = async (participant: string, protocol_id: string, more: object = {}) =>
    examine('POST', `/protocols/responses/${participant}/`, { protocol_id, ...more })
  return { ...clinic, upload, start, publish, assign, record }
}

test('a draft is published, recorded, replaced, kept by its session and retired', async () => {
  const { demo, headers, manage, examine, start, publish, assign, register, record } = await prepare()
  const draft = await start(minimalDraft('vowel-test'))
  expect(draft).toMatchObject({ state: 'draft', version: null, revision: 1, versions: [] })
  const first = (await publish(draft.id, 1)).answer
  expect(first).toMatchObject({ state: 'published', version: 1, is_changed: false })
  expect((await publish(draft.id, 1)).status).toBe(409)
  const one = first.versions[0].protocols[0].id
  expect((await manage('GET', '/protocols/organization/')).answer.map(({ id }: { id: string }) => id)).toContain(one)
  expect((await assign([one])).status).toBe(200)
  const participant = await register('P-OWN')
  const session = (await record(participant, one)).answer
  const item = session.protocol.items[0]
  expect(item).toMatchObject({ title: 'Vocal /a/', trigger: '<p>Diga <strong>«a»</strong>.</p>', order: 1 })
  const form = formOf(toneWav(3))
  const url = `/api/protocols/responses/${participant}/${session.id}/item/${item.id}/`
  const stored = await demo.app.inject({
    method: 'POST',
    url,
    headers: { ...headers['examiner@demo.example'], ...form.headers },
    payload: form.payload,
  })
  expect(stored.statusCode).toBe(201)

  const content = structuredClone(first.content) as ProtocolDraft
  content.blocks[0]!.items[0]!.texts['es-ES']!.trigger = '<p>Diga otra vez «a».</p>'
  const changed = await manage('PATCH', `/protocol_drafts/${draft.id}/`, { revision: 1, content })
  expect(changed.answer).toMatchObject({ revision: 2, is_changed: true, state: 'published' })
  expect(await manage('PATCH', `/protocol_drafts/${draft.id}/`, { revision: 1, content })).toMatchObject({
    status: 409,
    answer: { code: 'draft_outdated', revision: 2 },
  })
  const second = (await publish(draft.id, 2)).answer
  const two = second.versions[0].protocols[0].id
  expect(second.versions).toHaveLength(2)
  const mine = (await examine('GET', '/protocols/examiner/')).answer
  expect(mine.map(({ id }: { id: string }) => id)).toEqual([two])
  // What was recorded with the earlier wording, without a network, is stored if a person has decided so.
  expect(await record(participant, one)).toMatchObject({ status: 409, answer: { code: 'wording_changed' } })
  const kept = await record(participant, one, { earlier_wording: true })
  expect([kept.status, kept.answer.protocol.id]).toEqual([201, one])
  const read = await examine('GET', `/protocols/responses/${participant}/${session.id}/`)
  expect(read.answer.protocol.items[0].trigger).toContain('<strong>')

  const retired = await manage('POST', `/protocol_drafts/${draft.id}/retire/`, { revision: 2 })
  expect(retired.answer.state).toBe('retired')
  expect((await examine('GET', '/protocols/examiner/')).answer).toEqual([])
  for (const id of [one, two])
    expect((await record(participant, id, { earlier_wording: true })).answer).toEqual({ protocol_id: ['invalid'] })
  expect((await examine('GET', `/protocols/responses/${participant}/${session.id}/`)).status).toBe(200)
  expect((await manage('DELETE', `/protocol_drafts/${draft.id}/`)).status).toBe(409)
})

test('a published protocol cannot be changed, not even by the owner of the database', async () => {
  const { demo, start, publish } = await prepare()
  const { id } = await start(minimalDraft('stays'))
  const protocol = (await publish(id, 1)).answer.versions[0].protocols[0].id
  await withClient(demo.url, async (client) => {
    const changes = [
      `update protocols set name = 'x' where id = '${protocol}'`,
      `delete from protocols where id = '${protocol}'`,
      `update protocol_items set title = 'x' where protocol_id = '${protocol}'`,
      `delete from protocol_items where protocol_id = '${protocol}'`,
      `insert into protocol_items select gen_random_uuid(), protocol_id, 'more', 9, title, category_id, trigger_html, image,
         audio, video, min_duration, max_duration, skippable, reference_text, fluency, organization_id
       from protocol_items where protocol_id = '${protocol}'`,
    ]
    for (const change of changes) await expect(client.query(change), change).rejects.toThrow('never changes')
  })
})

test('only what an answer depends on makes results incomparable', async () => {
  const { demo, manage, start, publish } = await prepare()
  const draft = minimalDraft('wording')
  const [vowel] = draft.blocks[0]!.items
  draft.blocks[0]!.items.push({ ...vowel!, key: 'other', texts: { 'es-ES': itemTexts('Otra', '<p>Diga «o».</p>') } })
  const { id } = await start(draft)
  await publish(id, 1)
  const content = structuredClone(draft)
  content.blocks[0]!.items[0]!.texts['es-ES']!.title = 'Otro título'
  content.blocks[0]!.items[1]!.texts['es-ES']!.trigger = '<p>Diga «u».</p>'
  await manage('PATCH', `/protocol_drafts/${id}/`, { revision: 1, content })
  const { versions } = (await publish(id, 2)).answer
  const rows = await withClient(demo.url, (client) =>
    client.query('select key, wording_version from protocol_items where protocol_id = $1 order by position', [
      versions[0].protocols[0].id,
    ]),
  )
  expect(rows.rows).toEqual([
    { key: 'vowel', wording_version: 1 },
    { key: 'other', wording_version: 2 },
  ])
})

test('an incomplete draft is refused with each gap and its place', async () => {
  const { start, publish } = await prepare()
  const content = minimalDraft('gaps')
  content.locales = ['es-ES', 'en-US']
  content.blocks[0]!.items.push({
    ...content.blocks[0]!.items[0]!,
    key: 'picture',
    category: 'picture_description',
    texts: { 'es-ES': itemTexts('', '<p></p>') },
  })
  const { id } = await start(content)
  const { status, answer } = await publish(id, 1)
  expect([status, answer.code]).toEqual([400, 'protocol_incomplete'])
  expect(answer.gaps).toContainEqual({ code: 'required', item: null, locale: 'en-US', field: 'name' })
  expect(answer.gaps).toContainEqual({ code: 'required', item: 'picture', locale: 'es-ES', field: 'trigger' })
  expect(answer.gaps).toContainEqual({ code: 'needs_picture', item: 'picture', locale: 'es-ES', field: 'image' })
})

test('hostile HTML, unknown files and lists are refused with the place', async () => {
  const { manage } = await prepare()
  const path = 'blocks.0.items.0.texts.es-ES'
  const image = { file: crypto.randomUUID(), licence: 'x', source: 'x', alt: 'x' }
  const cases: [string, Partial<ReturnType<typeof itemTexts>>, string][] = [
    ['html', { trigger: '<p onclick="x">a</p>' }, `${path}.trigger`],
    ['html', { trigger: '<script>alert(1)</script>' }, `${path}.trigger`],
    ['html', { trigger: '<p>open' }, `${path}.trigger`],
    ['file', { image } as never, `${path}.image.file`],
    ['file', { image: { ...image, file: 'images/none.png' } } as never, `${path}.image.file`],
    ['file', { image: { ...image, file: 'audio/story.es-ES.mp3' } } as never, `${path}.image.file`],
    ['list', { fluency: { list: 'none' } } as never, `${path}.fluency.list`],
  ]
  for (const [problem, texts, place] of cases) {
    const content = minimalDraft('hostile')
    Object.assign(content.blocks[0]!.items[0]!.texts['es-ES']!, texts)
    const { status, answer } = await manage('POST', '/protocol_drafts/', { content })
    expect([status, answer]).toEqual([400, { code: 'protocol_refused', problem, path: place }])
  }
})

test('repeats become items, and a random block is drawn once for each session', async () => {
  const { start, publish, assign, register, record, examine } = await prepare()
  const content = minimalDraft('random')
  const block = content.blocks[0]!
  block.items[0]!.repeats = 3
  block.order = 'random'
  const { id } = await start(content)
  const protocol = (await publish(id, 1)).answer.versions[0].protocols[0].id
  await assign([protocol])
  const participant = await register('P-RANDOM')
  const session = (await record(participant, protocol)).answer
  const titles = session.protocol.items.map(({ title }: { title: string }) => title)
  expect(titles.toSorted()).toEqual(['Vocal /a/ (1/3)', 'Vocal /a/ (2/3)', 'Vocal /a/ (3/3)'])
  expect(session.protocol.items.map(({ order }: { order: number }) => order)).toEqual([1, 2, 3])
  const again = (await examine('GET', `/protocols/responses/${participant}/${session.id}/`)).answer
  expect(again.protocol.items).toEqual(session.protocol.items)

  // A client that records without a network draws, too.
  const [listed] = (await examine('GET', '/protocols/examiner/')).answer
  expect(listed.items.map(({ random_block }: { random_block: number }) => random_block)).toEqual([1, 1, 1])
  const item_order = listed.items.map(({ id }: { id: string }) => id).toReversed()
  const drawn = await record(participant, protocol, { item_order })
  expect(drawn.answer.protocol.items.map(({ id }: { id: string }) => id)).toEqual(item_order)
})

test('a picture is written again, served by its address only, and named by the published item', async () => {
  const { demo, upload, start, publish, assign, examine } = await prepare()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  expect((await upload(svg, 'image')).status).toBe(415)
  expect((await upload(Buffer.from('\x89PNG\r\n\x1a\nbroken and too short', 'latin1'), 'image')).status).toBe(400)
  expect((await upload(Buffer.from('WEBVTT\n\n<script>'), 'subtitles')).answer).toEqual({ file: ['unreadable'] })
  const vtt = await upload(Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n<b>Hola</b>\n'), 'subtitles')
  expect((await demo.app.inject({ url: vtt.answer.url })).body).toBe('WEBVTT\n\n00:00.000 --> 00:01.000\nHola\n')
  const hidden = Buffer.concat([smallPng(40, 30), Buffer.from('<script>hidden</script>')])
  expect((await upload(hidden, 'image')).answer).toEqual({ file: ['unreadable'] })
  const { status, answer: medium } = await upload(smallPng(40, 30), 'image')
  expect([status, medium]).toMatchObject([201, { kind: 'image', content_type: 'image/png', width: 40, height: 30 }])
  const served = await demo.app.inject({ url: medium.url })
  expect(served.headers).toMatchObject({ 'content-type': 'image/png' })
  expect(served.headers['content-security-policy']).toContain('sandbox')
  expect((await demo.app.inject({ url: medium.url.replace(/.$/, '') })).statusCode).toBe(403)

  const content = minimalDraft('pictures')
  const item = content.blocks[0]!.items[0]!
  item.category = 'picture_description'
  const image = { file: medium.id, licence: 'CC BY 4.0', source: 'Una pintora', alt: 'Una calle' }
  item.texts['es-ES'] = { ...item.texts['es-ES']!, image }
  const { id } = await start(content)
  await assign([(await publish(id, 1)).answer.versions[0].protocols[0].id])
  const [protocol] = (await examine('GET', '/protocols/examiner/')).answer
  expect(protocol.items[0]).toMatchObject({
    image: medium.url,
    image_alt: 'Una calle',
    sources: [{ licence: 'CC BY 4.0', source: 'Una pintora' }],
  })
  demo.clock.advance(13 * 3600)
  expect((await demo.app.inject({ url: medium.url })).statusCode).toBe(403)
})

test('a copy of a shipped protocol has all languages and can be published', async () => {
  const { manage, publish } = await prepare()
  const shipped = (await manage('GET', '/protocols/organization/')).answer
  const { id } = shipped.find(
    ({ name, locale }: { name: string; locale: { code: string } }) => name === 'Lenguaje' && locale.code === 'es-ES',
  )
  const copy = (await manage('POST', '/protocol_drafts/', { copy_of: id, name: 'Lenguaje, nuestro' })).answer
  expect(copy.locales).toEqual(['es-ES', 'en-US', 'fr-FR', 'pt-BR'])
  expect(copy.content.blocks[0].items[0].texts['en-US'].information_units).toHaveLength(14)
  expect((await publish(copy.id, 1)).answer).toMatchObject({ state: 'published', name: 'Lenguaje, nuestro' })
  const twice = (await manage('POST', '/protocol_drafts/', { copy_of: id })).answer
  expect(twice.key).toBe('language-2')
})

test('another organisation finds neither drafts, nor protocols, nor files', async () => {
  const { ask, start, publish, manage, upload } = await prepare()
  const stranger = 'examiner@other.example'
  const { id } = await start(minimalDraft('secret'))
  const protocol = (await publish(id, 1)).answer.versions[0].protocols[0].id
  expect((await ask(stranger, 'GET', `/protocol_drafts/${id}/`)).status).toBe(404)
  expect((await ask(stranger, 'POST', `/protocol_drafts/${id}/publish/`, { revision: 1 })).status).toBe(404)
  expect((await ask(stranger, 'POST', '/protocol_drafts/', { copy_of: protocol })).answer).toEqual({
    copy_of: ['invalid'],
  })
  expect((await ask(stranger, 'GET', '/protocol_drafts/')).answer).toEqual([])
  const medium = (await upload(smallPng(), 'image')).answer
  const content = minimalDraft('stolen')
  const image = { file: medium.id, licence: 'x', source: 'x', alt: 'x' }
  content.blocks[0]!.items[0]!.texts['es-ES']!.image = image
  expect((await ask(stranger, 'POST', '/protocol_drafts/', { content })).answer.problem).toBe('file')
  expect((await ask('examiner@demo.example', 'GET', '/protocol_drafts/')).status).toBe(403)
  expect((await manage('POST', '/protocol_drafts/', { content: minimalDraft('secret') })).answer).toEqual({
    key: ['already_exists'],
  })
})
