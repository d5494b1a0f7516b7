import { createHash } from 'node:crypto'
import { scrub } from '@fonema/backup'
import { writeWav16 } from '@fonema/speech'
import { expect, test } from 'vitest'
import { prepare } from '../../testing/prepared-session.ts'
import { formOf, toneFlac, toneWav } from '../../testing/recordings.ts'
import { putObject, storedKeys } from '../../testing/stored.ts'
import { compressTake } from './compression.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const speech = toneWav(4)
const examiner = toneWav(4, 220)

async function prepareChannels(environment: Record<string, string> = {}) {
  const prepared = await prepare(environment)
  const { demo, headers, session, itemUrl, organizationId } = prepared
  const itemOf = (category: string): { id: string } =>
    session.protocol.items.find((item: { category: { name: string } }) => item.category.name === category)
  const address = (category = 'sentence') => itemUrl(itemOf(category))
  const send = (
    second: Buffer | undefined,
    { fields = {}, file = speech, as = headers, category }: Partial<Sent> = {},
  ) => {
    const form = formOf(file, fields, 'speech', second)
    const url = address(category)
    return demo.app.inject({ method: 'POST', url, headers: { ...as, ...form.headers }, payload: form.payload })
  }
  const channels = () =>
    demo.database.tenant(organizationId, (tx) => tx.selectFrom('examiner_channels').selectAll().execute())
  const takes = () => demo.database.tenant(organizationId, (tx) => tx.selectFrom('takes').selectAll().execute())
  return { ...prepared, address, send, channels, takes, keys: () => storedKeys(demo, `${organizationId}/takes/`) }
}
type Sent = { fields: Record<string, string>; file: Buffer; as: { authorization: string }; category: string }

test('a take is stored with the channel of the examiner, each file as it was sent', async () => {
  const { demo, app, headers, address, send, channels, takes, keys } = await prepareChannels()
  const fields = { sha256: hashOf(speech), examiner_sha256: hashOf(examiner) }
  const answer = await send(examiner, { fields })
  expect([answer.statusCode, answer.json().takes]).toMatchObject([201, [{ people: 2, examiner_channel: 'unread' }]])
  const [take, ...otherTakes] = await takes()
  const [channel, ...otherChannels] = await channels()
  expect([otherTakes, otherChannels]).toEqual([[], []])
  expect(channel).toMatchObject({
    take_id: take!.id,
    sha256: hashOf(examiner),
    size_bytes: examiner.length,
    content_type: 'audio/wav',
  })
  const bytes = async (key: string) =>
    Buffer.concat(await Array.fromAsync(demo.store.read(key) as AsyncIterable<Buffer>))
  expect((await bytes(channel!.object_key)).equals(examiner)).toBe(true)
  expect(await keys()).toEqual([take!.object_key, channel!.object_key].sort())
  // What is played and downloaded is the participant's.
  const played = await app.inject({ url: `${address()}audio_src/`, headers })
  expect(played.rawPayload.equals(speech)).toBe(true)
})

test('a take without a second channel is of one person, as before', async () => {
  const { send, channels } = await prepareChannels()
  const [take] = (await send(undefined)).json().takes
  expect([take.people, take.examiner_channel, await channels()]).toEqual([undefined, undefined, []])
})

test('a browser that left a useless channel out says why, and can claim nothing else', async () => {
  const { send } = await prepareChannels()
  const shown: unknown[] = []
  for (const [i, examiner_channel] of ['silent', 'same', 'heard', 7].entries()) {
    const fields = { take: String(i + 1), settings: JSON.stringify({ examiner_channel }) }
    shown.push((await send(undefined, { fields })).json().takes[0].examiner_channel)
  }
  expect(shown).toEqual(['silent', 'same', undefined, undefined])
})

test('in a task of one sound, the second channel is kept and not used', async () => {
  const { send, channels } = await prepareChannels()
  const [take] = (await send(examiner, { category: 'sustained_vowel' })).json().takes
  expect([take.people, take.examiner_channel]).toEqual([undefined, 'unused'])
  expect(await channels()).toMatchObject([{ state: 'unused' }])
})

test('the same upload again is the stored take; with another channel, or without it, it is refused', async () => {
  const { send, keys, channels } = await prepareChannels()
  await send(examiner)
  const before = [await keys(), await channels()]
  expect((await send(examiner)).statusCode).toBe(200)
  for (const second of [toneWav(4, 221), undefined]) {
    const answer = await send(second)
    expect([answer.statusCode, answer.json()]).toEqual([409, { code: 'already_answered' }])
  }
  expect([await keys(), await channels()]).toEqual(before)
})

test.each([
  ['another length', toneWav(4.0001, 220), {}, { examiner: ['mismatch'] }],
  ['another rate', Buffer.from(writeWav16(new Int16Array(64_000), 22_050)), {}, { examiner: ['mismatch'] }],
  ['no samples', Buffer.from(writeWav16(new Int16Array(), 16_000)), {}, { examiner: ['no_audio'] }],
  ['no bytes', Buffer.alloc(0), {}, { examiner: ['no_audio'] }],
  ['another hash', examiner, { examiner_sha256: '0'.repeat(64) }, { examiner_sha256: ['mismatch'] }],
  ['no audio', Buffer.from('not a recording'), {}, { code: 'file_type_not_allowed' }],
])('a second channel of %s is refused, and neither file is stored', async (_, second, fields, body) => {
  const { send, keys, takes } = await prepareChannels()
  const answer = await send(second, { fields })
  expect(answer.json()).toMatchObject(body)
  expect(answer.statusCode).toBe('code' in body ? 415 : 400)
  expect([await keys(), await takes()]).toEqual([[], []])
  // Nothing is lost: the same take is accepted once its channel is right.
  expect((await send(examiner)).statusCode).toBe(201)
})

test('a form that announces a channel without its file, or has a third file, is refused', async () => {
  const { demo, headers, address, send, keys } = await prepareChannels()
  const announced = await send(undefined, { fields: { examiner_sha256: hashOf(examiner) } })
  expect([announced.statusCode, announced.json()]).toEqual([400, { examiner: ['required'] }])
  const alone = formOf(examiner, {}, 'examiner')
  const url = address()
  const answer = await demo.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...alone.headers },
    payload: alone.payload,
  })
  expect([answer.statusCode, answer.json()]).toEqual([400, { speech: ['required'] }])
  const twice = formOf(examiner, {}, 'examiner', examiner)
  const doubled = await demo.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...twice.headers },
    payload: twice.payload,
  })
  expect(doubled.statusCode).toBe(400)
  expect(await keys()).toEqual([])
})

test('an examiner of another organisation finds no session to send two channels to, and stores nothing', async () => {
  const { demo, send, keys } = await prepareChannels()
  expect((await send(examiner, { as: await demo.signIn('examiner@other.example') })).statusCode).toBe(404)
  expect(await keys()).toEqual([])
})

test('a channel may be FLAC beside WAV', async () => {
  const { send, channels } = await prepareChannels()
  expect((await send(await toneFlac())).statusCode).toBe(201)
  expect(await channels()).toMatchObject([{ content_type: 'audio/flac' }])
})

test('the compression of a take leaves the channel of the examiner as it was sent', async () => {
  const {
    demo,
    send,
    takes,
    channels,
    url,
    organizationId: organization_id,
  } = await prepareChannels({
    STORED_AUDIO: 'flac',
  })
  await send(examiner)
  const before = await channels()
  const [{ id: take_id } = { id: undefined }] = await takes()
  await compressTake(demo, { organization_id, take_id: take_id! })
  expect(await takes()).toMatchObject([{ content_type: 'audio/flac', sent_sha256: hashOf(speech) }])
  expect(await channels()).toEqual(before)
  const later = new Date(demo.clock.now().getTime() + 25 * 3_600_000)
  expect(await scrub({ databaseUrl: url, store: demo.store }, { now: later })).toMatchObject({
    missing: [],
    changed: [],
    orphans: [],
  })
})

test('the nightly check knows the channel: a changed one and a lost one are reported, and none is an orphan', async () => {
  const { demo, send, channels, url } = await prepareChannels()
  await send(examiner)
  await send(examiner, { fields: { take: '2' } })
  const [one, other] = await channels()
  const target = { databaseUrl: url, store: demo.store }
  const later = { now: new Date(demo.clock.now().getTime() + 25 * 3_600_000) }
  expect(await scrub(target, later)).toMatchObject({ missing: [], changed: [], orphans: [] })
  await putObject(demo.store, one!.object_key, speech)
  await demo.store.remove(other!.object_key)
  expect(await scrub(target, later)).toMatchObject({
    changed: [one!.object_key],
    missing: [other!.object_key],
    orphans: [],
  })
})

test('the channel counts as storage of the organisation', async () => {
  const { demo, send, app } = await prepareChannels()
  await send(examiner)
  const manager = await demo.signIn('manager@demo.example')
  const { storage } = (await app.inject({ url: '/api/organizations/overview/', headers: manager })).json()
  expect(storage.used_bytes).toBe(speech.length + examiner.length)
})
