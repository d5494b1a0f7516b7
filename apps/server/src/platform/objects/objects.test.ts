import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createLinks } from './links.ts'
import { ObjectTooLarge, openLocalStore } from './object-store.ts'
import { parseRange } from './send-object.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a staged object gets its key whole, with its hash', async () => {
  const folder = await temporaryFolder()
  const store = await openLocalStore(folder)
  const staged = await store.stage(Readable.from([Buffer.from('ab'), Buffer.from('c')]), 10)
  expect(staged).toMatchObject({
    sizeBytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  })
  expect(await store.size('org/a.wav')).toBeUndefined()
  await store.commit(staged, 'org/a.wav')
  expect(await readFile(store.fileOf('org/a.wav'), 'utf8')).toBe('abc')
  expect(await readdir(path.join(folder, 'staging'))).toEqual([])
})

test('what is too large or breaks off leaves nothing behind', async () => {
  const folder = await temporaryFolder()
  const store = await openLocalStore(folder)
  await expect(store.stage(Readable.from([Buffer.alloc(11)]), 10)).rejects.toThrow(ObjectTooLarge)
  const broken = new Readable({
    read() {
      this.push(Buffer.from('x'))
      this.destroy(new Error('gone'))
    },
  })
  await expect(store.stage(broken, 10)).rejects.toThrow('gone')
  expect(await readdir(path.join(folder, 'staging'))).toEqual([])
})

test('a start sweeps away what an earlier process had half received, not what another is receiving now', async () => {
  const folder = await temporaryFolder()
  await openLocalStore(folder)
  const anHourAgo = new Date(Date.now() - 3_600_000)
  for (const name of ['left', 'being-received']) await writeFile(path.join(folder, 'staging', name), 'half')
  await utimes(path.join(folder, 'staging', 'left'), anHourAgo, anHourAgo)
  await openLocalStore(folder)
  expect(await readdir(path.join(folder, 'staging'))).toEqual(['being-received'])
})

test('a key cannot leave the store', async () => {
  const store = await openLocalStore(await temporaryFolder())
  expect(() => store.fileOf('../../etc/passwd')).toThrow()
})

test('a link opens its object for five minutes, and any altered byte closes it', () => {
  let time = Date.UTC(2026, 10, 20)
  const links = createLinks(Buffer.alloc(32, 7), { now: () => new Date(time) })
  const object = { key: 'org/takes/a.wav', filename: 'a.wav', content_type: 'audio/wav' }
  const token = links.create(object).path.replace('/api/links/', '')
  expect(links.open(token, 'GET')).toMatchObject(object)
  expect(links.open(token, 'DELETE')).toBeUndefined()
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(links.open(token.slice(0, at) + other + token.slice(at + 1), 'GET')).toBeUndefined()
  }
  expect(links.open(`${token}.x`, 'GET')).toBeUndefined()
  expect(createLinks(Buffer.alloc(32, 8), { now: () => new Date(time) }).open(token, 'GET')).toBeUndefined()
  time += 5 * 60 * 1000
  expect(links.open(token, 'GET')).toBeUndefined()
})

test('ranges', () => {
  expect(parseRange(undefined, 100)).toBeUndefined()
  expect(parseRange('bytes=0-9', 100)).toEqual({ start: 0, end: 9 })
  expect(parseRange('bytes=90-', 100)).toEqual({ start: 90, end: 99 })
  expect(parseRange('bytes=-10', 100)).toEqual({ start: 90, end: 99 })
  expect(parseRange('bytes=-200', 100)).toEqual({ start: 0, end: 99 })
  expect(parseRange('bytes=50-1000', 100)).toEqual({ start: 50, end: 99 })
  expect(parseRange('bytes=100-', 100)).toBeNull()
  expect(parseRange('bytes=9-3', 100)).toBeNull()
  expect(parseRange('bytes=0-1,5-6', 100)).toBeUndefined()
  expect(parseRange('lines=1-2', 100)).toBeUndefined()
})
