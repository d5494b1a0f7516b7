import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TakeoutId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { addParticipant, orderResearch, packOrdered } from '../../../testing/research-archive.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { makeTakeout } from '../jobs.ts'
import { openPreparedAudio } from './prepared-audio.ts'

async function prepareClinic() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  // With two recordings.
  await addParticipant(demo, headers, { code: 'P-1', consents: true })
  const takeoutId = await orderResearch(demo, { audio_format: 'flac' })
  /** The recordings that a worker reads, which can stop it. */
  const read: string[] = []
  const watched = (isKilled: () => boolean): ObjectStore => ({
    ...demo.store,
    read(key, range) {
      if (key.includes('/takes/') && isKilled()) throw new Error('killed')
      read.push(key)
      return demo.store.read(key, range)
    },
  })
  const attempt = (store: ObjectStore) =>
    makeTakeout({ ...demo, store }, { organization_id: demo.organizationId, takeout_id: takeoutId })
  return { demo, takeoutId, read, watched, attempt, folder: path.join(demo.dataDir, 'archives') }
}

test('an attempt continues where a killed one stopped, with the same bytes, and leaves nothing behind', async () => {
  const { demo, takeoutId, read, watched, attempt, folder } = await prepareClinic()
  await expect(attempt(watched(() => read.length === 1))).rejects.toThrow('killed')
  expect(await readdir(path.join(folder, takeoutId))).toHaveLength(1)
  const [first] = read.splice(0)
  await attempt(watched(() => false))
  expect(read).toHaveLength(1)
  expect(read).not.toContain(first)
  expect(await readdir(folder)).toEqual([])

  // A new attempt of the same order, which prepares everything itself, packs the same bytes.
  const rowOf = () =>
    demo.database.tenant(demo.organizationId, (tx) =>
      tx.selectFrom('takeouts').selectAll().where('id', '=', takeoutId).executeTakeFirstOrThrow(),
    )
  const continued = await rowOf()
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx.updateTable('takeouts').set({ status: 'pending' }).where('id', '=', takeoutId).execute(),
  )
  const { takeout } = await packOrdered(demo, takeoutId)
  expect(takeout.sha256).toBe(continued.sha256)
})

test('what was prepared from other words, in another format or by another version is prepared again', async () => {
  const { dataDir } = await buildTestApp()
  const id = crypto.randomUUID() as TakeoutId
  const made: string[] = []
  const prepare = (name: string) => async () => {
    made.push(name)
    return { bytes: new TextEncoder().encode(name), silenced: [{ start_s: 0, end_s: 1 }] }
  }
  const ask = async (name: string, inputs: unknown, version = '1') =>
    (await openPreparedAudio(dataDir, id, version))(inputs, prepare(name))
  const first = await ask('first', { words: [1] })
  expect(await ask('again', { words: [1] })).toEqual(first)
  await ask('other words', { words: [2] })
  await ask('other version', { words: [1] }, '2')
  expect(made).toEqual(['first', 'other words', 'other version'])
})

test('a damaged file is prepared again, and what a machine left is removed after a day', async () => {
  const { dataDir } = await buildTestApp()
  const [left, id] = [crypto.randomUUID() as TakeoutId, crypto.randomUUID() as TakeoutId]
  const prepare = async () => ({ bytes: new Uint8Array([1, 2, 3]), silenced: [] })
  await (await openPreparedAudio(dataDir, left, '1'))('a', prepare)
  const folder = path.join(dataDir, 'archives', left)
  const [name] = await readdir(folder)
  const file = path.join(folder, name!)
  const whole = await readFile(file)
  await writeFile(file, whole.subarray(0, whole.length - 1))
  await (await openPreparedAudio(dataDir, left, '1'))('a', prepare)
  expect(await readFile(file)).toEqual(whole)

  await openPreparedAudio(dataDir, id, '1')
  expect(await readdir(path.dirname(folder))).toHaveLength(2)
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(folder, yesterday, yesterday)
  await openPreparedAudio(dataDir, id, '1')
  expect(await readdir(path.dirname(folder))).toEqual([id])
})
