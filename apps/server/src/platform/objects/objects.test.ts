import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLinks } from './links.ts'
import { openLocalStore } from './object-store.ts'
import { testObjectStore } from './object-store-promises.ts'
import { parseRange } from './send-object.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

testObjectStore('the local store', async (onEnd) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-store-'))
  onEnd(() => rm(folder, { recursive: true, force: true }))
  return { store: await openLocalStore(folder), stagingFolder: path.join(folder, 'staging') }
})

test('a start removes abandoned uploads of an earlier process, and keeps those in progress in another', async () => {
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

test('a link opens its object for five minutes, and not with an altered byte or another key', async () => {
  let time = Date.UTC(2026, 10, 20)
  const links = createLinks([Buffer.alloc(32, 7)], { now: () => new Date(time) }, {})
  const object = { key: 'org/takes/a.wav', filename: 'a.wav', content_type: 'audio/wav' }
  const token = (await links.create(object)).url.replace('/api/links/', '')
  expect(links.open(token, 'GET')).toMatchObject(object)
  expect(links.open(token, 'DELETE')).toBeUndefined()
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    expect(links.open(token.slice(0, at) + other + token.slice(at + 1), 'GET')).toBeUndefined()
  }
  expect(links.open(`${token}.x`, 'GET')).toBeUndefined()
  const renewed = createLinks([Buffer.alloc(32, 8), Buffer.alloc(32, 7)], { now: () => new Date(time) }, {})
  expect(renewed.open(token, 'GET')).toEqual(links.open(token, 'GET'))
  expect(createLinks([Buffer.alloc(32, 8)], { now: () => new Date(time) }, {}).open(token, 'GET')).toBeUndefined()
  time += 5 * 60 * 1000
  expect(links.open(token, 'GET')).toBeUndefined()
  // A clock set back must not make it valid for days.
  time -= 3 * 24 * 3600 * 1000
  expect(links.open(token, 'GET')).toBeUndefined()
})

test('no link reveals the key or the file name of its object', async () => {
  const presign = async ({ filename }: { filename: string }) => `https://store.example/?filename=${filename}`
  const clock = { now: () => new Date() }
  const key = 'org/files/1f0c.pdf'
  const named = { key, filename: 'Informe de Ana.pdf', content_type: 'application/pdf' }
  for (const links of [
    createLinks([Buffer.alloc(32, 7)], clock, {}),
    createLinks([Buffer.alloc(32, 7)], clock, { presign }),
  ]) {
    const { url } = await links.create(named)
    const [, , place, token = ''] = url.split('/')
    expect(place).toBe('links')
    for (const text of [url, Buffer.from(token, 'base64url').toString('latin1')])
      expect(text).not.toMatch(/Ana|org|1f0c/)
    expect((await links.create(named)).url).not.toBe(url)
    expect(links.open(token, 'GET')).toMatchObject(named)
  }
  // A recording's file name is random, so the store may serve it.
  const filename = '0199f2b4-6f2c-7c3a-9a43-5f5b3b0f6f10.wav'
  const recording = { key: 'org/takes/1f0c.wav', filename, content_type: 'audio/wav' }
  const { url } = await createLinks([Buffer.alloc(32, 7)], clock, { presign }).create(recording)
  expect(url).toBe(`https://store.example/?filename=${filename}`)
})

test.each(['', 'x', 'x.y', 'A'.repeat(37), 'ñ', '%2e%2e'])('%j is not a valid link', (token) => {
  const links = createLinks([Buffer.alloc(32, 7)], { now: () => new Date() }, {})
  expect(links.open(token, 'GET')).toBeUndefined()
})

test('parses satisfiable, unsatisfiable and unsupported ranges', () => {
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
