// @module-tag long
import { createHash } from 'node:crypto'
import { scrub } from '@fonema/backup'
import type { TakeId } from '@fonema/contract'
import { readFlac, readWav, writeWav16 } from '@fonema/speech'
import { expect, test } from 'vitest'
import { freshDraft, signWith } from '../../testing/clinical-report.ts'
import { withClient } from '../../testing/database-setup.ts'
import { prepare, upload } from '../../testing/prepared-session.ts'
import { toneFlac, toneWav } from '../../testing/recordings.ts'
import { follow, putObject, storedKeys } from '../../testing/stored.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { compressed, compressTake, removeReplaced } from './compression.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A session with one take in a clinic that stores FLAC, and its queued compressions. */
async function prepareTake(file: Buffer) {
  const prepared = await prepare({ STORED_AUDIO: 'flac' })
  const { demo, headers, items, itemUrl, organizationId, url } = prepared
  const address = itemUrl(items[0]!)
  expect((await upload(demo, address, headers, file)).statusCode).toBe(201)
  const jobs = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ data: { organization_id: typeof organizationId; take_id: TakeId } }>(
        `select data from pgboss.job where name = 'compress-take'`,
      )
      return rows.map(({ data }) => data)
    })
  const work = async () => {
    for (const job of await jobs()) await compressTake(demo, job)
  }
  const take = () =>
    demo.database.tenant(organizationId, (tx) => tx.selectFrom('takes').selectAll().executeTakeFirstOrThrow())
  return { ...prepared, address, jobs, work, take, keys: () => storedKeys(demo, `${organizationId}/takes/`) }
}

test('a recording becomes a smaller FLAC that gives back every byte, and what was sent stays for a day', async () => {
  const wav = toneWav(4)
  const { demo, app, headers, address, work, take, keys, url } = await prepareTake(wav)
  const [sent] = await keys()
  await work()

  const stored = await take()
  expect(stored).toMatchObject({ content_type: 'audio/flac', sent_sha256: hashOf(wav) })
  expect(stored.size_bytes).toBeLessThan(wav.length)
  const answer = await app.inject({ url: `${address}audio_src/`, headers })
  expect(answer.headers).toMatchObject({ 'content-type': 'audio/flac' })
  const flac = answer.rawPayload
  expect([flac.length, hashOf(flac)]).toEqual([stored.size_bytes, stored.sha256])
  const { samples, sampleRateHz } = readFlac(flac)
  expect(samples).toEqual(readWav(wav).samples)
  const restored = writeWav16(
    Int16Array.from(samples, (sample) => sample * 2 ** 15),
    sampleRateHz,
  )
  expect(Buffer.from(restored).equals(wav)).toBe(true)
  const link = (await app.inject({ url: `${address}audio_presigned_url/`, headers })).json()
  expect((await follow(demo, link.url)).rawPayload.equals(flac)).toBe(true)

  expect(await keys()).toEqual([sent, stored.object_key].sort())
  const later = new Date(demo.clock.now().getTime() + 25 * 3_600_000)
  const nightly = { databaseUrl: url, store: demo.store }
  expect(await scrub(nightly, { now: later })).toMatchObject({ missing: [], changed: [], orphans: [] })
  demo.clock.advance(23 * 3600)
  await removeReplaced(demo)
  expect(await keys()).toHaveLength(2)
  demo.clock.advance(2 * 3600)
  await removeReplaced(demo)
  await removeReplaced(demo)
  expect(await keys()).toEqual([stored.object_key])
  expect(await scrub(nightly, { now: later })).toMatchObject({ missing: [], changed: [], orphans: [] })
})

test('the same recording sent again is the stored one, and another one is refused', async () => {
  const wav = toneWav(4)
  const { demo, headers, address, work, take } = await prepareTake(wav)
  await work()
  const before = await take()
  expect((await upload(demo, address, headers, wav)).statusCode).toBe(200)
  const other = await upload(demo, address, headers, toneWav(4, 200))
  expect([other.statusCode, other.json()]).toEqual([409, { code: 'already_answered' }])
  expect(await take()).toEqual(before)
})

test('a second worker on the same take changes nothing and leaves no file behind', async () => {
  const { demo, jobs, keys, take } = await prepareTake(toneWav(4))
  const [job] = await jobs()
  await Promise.all([compressTake(demo, job!), compressTake(demo, job!)])
  await compressTake(demo, job!)
  expect(await keys()).toHaveLength(2)
  expect(await keys()).toContain((await take()).object_key)
})

test('what FLAC would not give back stays as it was sent', async () => {
  const wav = toneWav(4)
  const withNote = Buffer.concat([wav, Buffer.from('LIST\x04\0\0\0note', 'latin1')])
  withNote.writeUInt32LE(withNote.length - 8, 4)
  const stereo = Buffer.from(wav)
  stereo.writeUInt16LE(2, 22)
  const noise = Int16Array.from({ length: 200 }, (_, i) => (((i * 2_654_435_761) >>> 8) % 65_536) - 32_768)
  for (const file of [withNote, stereo, Buffer.from('RIFF'), Buffer.from(writeWav16(noise, 16_000))])
    expect(compressed(file)).toBeUndefined()
  expect(compressed(wav)).toBeDefined()

  const kept = await prepareTake(withNote)
  await kept.work()
  expect(await kept.take()).toMatchObject({ content_type: 'audio/wav', sha256: hashOf(withNote), sent_sha256: null })
  expect(await kept.keys()).toHaveLength(1)
})

test('a damaged file is left for the nightly check, and FLAC is not compressed again', async () => {
  const damaged = await prepareTake(toneWav(4))
  const { object_key } = await damaged.take()
  await putObject(damaged.demo.store, object_key, toneWav(4, 151))
  await damaged.work()
  expect(await damaged.take()).toMatchObject({ object_key, content_type: 'audio/wav' })
  expect(await (await prepareTake(await toneFlac())).jobs()).toEqual([])
})

test('an erased participant’s replaced recording is removed too', async () => {
  const { app, demo, participant, work, keys } = await prepareTake(toneWav(4))
  await work()
  const stored = await keys()
  const headers = await demo.signIn('owner@demo.example')
  const address = `/api/user/participants/${participant.id}/`
  const erased = await app.inject({ method: 'DELETE', url: address, headers, payload: { code: 'P-1' } })
  expect(erased.statusCode).toBe(204)
  const [job] = await withClient(demo.url, async (client) => {
    const { rows } = await client.query(`select data from pgboss.job where name = 'remove-objects'`)
    return rows
  })
  expect(job.data.keys.sort()).toEqual(stored)
})

test('a report names the recording by what was sent, so that a draft stays as it is', async () => {
  const demo = await buildTestApp({ STORED_AUDIO: 'flac' })
  const headers = await demo.signIn('examiner@demo.example')
  const { url } = await freshDraft(demo, headers)
  const draft = async () => (await demo.app.inject({ url, headers })).json()
  const before = await draft()
  const takes = await demo.database.tenant(demo.organizationId, (tx) => tx.selectFrom('takes').select('id').execute())
  for (const { id } of takes) await compressTake(demo, { organization_id: demo.organizationId, take_id: id })
  expect(await draft()).toEqual(before)
  expect((await signWith(demo, headers, url)).statusCode).toBe(200)
})
