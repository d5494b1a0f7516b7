import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ObjectStore, ObjectTooLarge } from './object-store.ts'

type Opened = { store: ObjectStore; stagingFolder: string }

/** The tests that every kind of object store must pass. */
export function testObjectStore(name: string, open: (onEnd: (end: () => Promise<unknown>) => void) => Promise<Opened>) {
  const openOne = () => open((end) => onTestFinished(async () => void (await end())))
  const keep = async (store: ObjectStore, key: string, bytes: Buffer | string) =>
    store.commit(await store.stage(Readable.from([Buffer.from(bytes)]), 10_000_000), key)
  const keys = async (store: ObjectStore) => (await Array.fromAsync(store.list())).map(({ key }) => key).sort()

  describe(name, () => {
    test('commits a staged object complete and with its hash, and removes it from staging', async () => {
      const { store, stagingFolder } = await openOne()
      const staged = await store.stage(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 10)
      expect(staged).toMatchObject({
        sizeBytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      })
      expect(await store.size('org/a.wav')).toBeUndefined()
      expect(await keys(store)).toEqual([])
      await store.commit(staged, 'org/a.wav')
      expect(await text(store.read('org/a.wav'))).toBe('abc')
      expect(await readdir(stagingFolder)).toEqual([])
      await store.check()
    })

    test('an upload that is too large or interrupted leaves nothing behind', async () => {
      const { store, stagingFolder } = await openOne()
      await expect(store.stage(Readable.from([Buffer.alloc(11)]), 10)).rejects.toThrow(ObjectTooLarge)
      const broken = new Readable({
        read() {
          this.push(Buffer.from('x'))
          this.destroy(new Error('gone'))
        },
      })
      await expect(store.stage(broken, 10)).rejects.toThrow('gone')
      await store.discard(await store.stage(Readable.from([Buffer.from('unwanted')]), 10))
      expect(await readdir(stagingFolder)).toEqual([])
      expect(await keys(store)).toEqual([])
    })

    test('reads exactly the requested range', async () => {
      const { store } = await openOne()
      await keep(store, 'org/digits', '0123456789')
      expect(await store.size('org/digits')).toBe(10)
      expect(await text(store.read('org/digits', { start: 3, end: 5 }))).toBe('345')
      expect(await text(store.read('org/digits', { start: 9, end: 9 }))).toBe('9')
    })

    test('returns some megabytes unchanged, as a stream and as a file', async () => {
      const { store, stagingFolder } = await openOne()
      const bytes = randomBytes(5_000_000)
      await keep(store, 'org/large', bytes)
      expect(await buffer(store.read('org/large'))).toEqual(bytes)
      const hashOf = (lent: Buffer) => createHash('sha256').update(lent).digest('hex')
      const lent = await store.lend('org/large', async (file) => hashOf(await readFile(file)))
      expect(lent).toBe(hashOf(bytes))
      expect(await readdir(stagingFolder)).toEqual([])
    })

    test('a missing object has no size, is not lent and cannot be read', async () => {
      const { store } = await openOne()
      expect(await store.size('org/none')).toBeUndefined()
      expect(await store.lend('org/none', async () => 'lent')).toBeUndefined()
      await expect(text(store.read('org/none'))).rejects.toThrow()
      await store.remove('org/none')
    })

    test('lists the stored objects, and removed ones no longer', async () => {
      const { store } = await openOne()
      for (const key of ['one/a', 'one/takes/b', 'two/c']) await keep(store, key, key)
      expect(await Array.fromAsync(store.list())).toContainEqual({
        key: 'one/takes/b',
        sizeBytes: 11,
        changedAt: expect.any(Date),
      })
      await store.remove('one/a')
      expect(await store.size('one/a')).toBeUndefined()
      expect(await keys(store)).toEqual(['one/takes/b', 'two/c'])
    })

    test('a reader that stops early does not affect the store', async () => {
      const { store } = await openOne()
      await keep(store, 'org/long', randomBytes(3_000_000))
      for (let i = 0; i < 60; i++) {
        const stream = store.read('org/long')
        for await (const _ of stream) break
        expect(stream.destroyed).toBe(true)
      }
      expect(await store.size('org/long')).toBe(3_000_000)
    })
  })
}
