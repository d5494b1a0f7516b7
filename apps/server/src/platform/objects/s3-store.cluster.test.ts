import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { StorageUnavailable } from './object-store.ts'
import { testObjectStore } from './object-store-promises.ts'
import { openS3Store } from './s3-store.ts'

async function openBucket(changed: { endpoint?: string; secretAccessKey?: string } = {}) {
  const stagingFolder = await mkdtemp(path.join(tmpdir(), 'fonema-s3-staging-'))
  const { endpoint, ...account } = inject('s3')!
  const settings = { ...account, endpoint, publicEndpoint: endpoint, bucket: `t-${randomUUID()}`, ...changed }
  const close = () => rm(stagingFolder, { recursive: true, force: true })
  const open = (limits = {}) => openS3Store(settings, stagingFolder, limits)
  return { settings, stagingFolder, close, open }
}

testObjectStore('the store in S3', async (onEnd) => {
  const { open, close, stagingFolder } = await openBucket()
  onEnd(close)
  return { store: await open(), stagingFolder }
})

async function storeWithOne() {
  const { open, close, settings, stagingFolder } = await openBucket()
  onTestFinished(close)
  const store = await open()
  await store.commit(await store.stage(Readable.from([Buffer.from('0123456789')]), 100), 'org/takes/a.wav')
  return { store, settings, stagingFolder }
}

test('a link to the store serves the object under its file name, also a range of it', async () => {
  const { store } = await storeWithOne()
  const object = { key: 'org/takes/a.wav', filename: 'Ánima (1).wav', content_type: 'audio/wav' }
  const link = await store.presign!(object, 60)
  const whole = await fetch(link)
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
  expect(whole.headers.get('content-type')).toBe('audio/wav')
  expect(whole.headers.get('content-disposition')).toBe(
    `attachment; filename="_nima__1_.wav"; filename*=UTF-8''%C3%81nima%20%281%29.wav`,
  )
  const part = await fetch(link, { headers: { range: 'bytes=2-4' } })
  expect([part.status, await part.text()]).toEqual([206, '234'])
  const page = await fetch(await store.presign!({ ...object, content_type: 'text/html' }, 60))
  expect(page.headers.get('content-type')).toBe('application/octet-stream')
})

test('the store refuses an altered link, another method and an expired link', async () => {
  const { store } = await storeWithOne()
  const object = { key: 'org/takes/a.wav', filename: 'a.wav', content_type: 'audio/wav' }
  const link = await store.presign!(object, 60)
  const [address, query] = link.split('?') as [string, string]
  expect(query.length).toBeGreaterThan(300)
  const accepted: string[] = []
  const ask = async (at: number) => {
    const byte = query[at] === '1' ? '2' : '1'
    const answer = await fetch(`${address}?${query.slice(0, at)}${byte}${query.slice(at + 1)}`)
    await answer.body?.cancel()
    if (answer.status !== 400 && answer.status !== 403) accepted.push(`${query.slice(0, at + 1)}: ${answer.status}`)
  }
  const places = Array.from(query, (_, at) => at)
  for (let from = 0; from < places.length; from += 20) await Promise.all(places.slice(from, from + 20).map(ask))
  expect(accepted).toEqual([])
  expect((await fetch(link)).status).toBe(200)
  const longer = new URL(link)
  longer.searchParams.set('X-Amz-Expires', '86400')
  expect((await fetch(longer)).status).toBe(403)
  const other = new URL(link)
  other.pathname = other.pathname.replace('a.wav', 'b.wav')
  expect((await fetch(other)).status).toBe(403)
  for (const method of ['DELETE', 'PUT']) expect((await fetch(link, { method })).status).toBe(403)
  const short = await store.presign!(object, 1)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect((await fetch(short)).status).toBe(403)
  expect(await store.size('org/takes/a.wav')).toBe(10)
})

test('a wrong key stops the start with an error that names the store', async () => {
  const { open, close } = await openBucket({ secretAccessKey: 'not the key' })
  onTestFinished(close)
  await expect(open()).rejects.toThrow(/S3/)
})

test('the time limit for an answer does not limit a whole download', async () => {
  const { open, close } = await openBucket()
  onTestFinished(close)
  const store = await open({ answerMs: 1_000 })
  await store.commit(await store.stage(Readable.from([Buffer.alloc(9_000_000)]), 9_000_000), 'org/long')
  let received = 0
  for await (const chunk of store.read('org/long')) {
    if (received === 0) await new Promise((resolve) => setTimeout(resolve, 2_000))
    received += chunk.length
  }
  expect(received).toBe(9_000_000)
})

/** A proxy between the product and the store that applies the current `fault` to each connection. */
async function openWire(target: string) {
  const wire: { fault: 'none' | 'reset' | 'silence' | 'cut' | 'stall'; endpoint: string } = {
    fault: 'none',
    endpoint: '',
  }
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const store = net.connect(Number(new URL(target).port), '127.0.0.1')
    for (const socket of [client, store]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        client.destroy()
        store.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (wire.fault === 'reset') client.resetAndDestroy()
      else if (wire.fault !== 'silence') store.write(chunk)
    })
    store.on('data', (chunk) => {
      client.write(wire.fault === 'cut' || wire.fault === 'stall' ? chunk.subarray(0, -3) : chunk)
      if (wire.fault === 'cut') client.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  wire.endpoint = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return wire
}

test('reports a store that is down, silent or cut off in time, never as stored or as a short recording', async () => {
  const wire = await openWire(inject('s3')!.endpoint)
  const { open, close } = await openBucket({ endpoint: wire.endpoint })
  onTestFinished(close)
  const store = await open({ answerMs: 1_000 })
  const stage = () => store.stage(Readable.from([Buffer.from('0123456789')]), 100)
  await store.commit(await stage(), 'org/a')

  for (const fault of ['reset', 'silence'] as const) {
    wire.fault = fault
    const begun = Date.now()
    await expect(stage().then((staged) => store.commit(staged, 'org/b'))).rejects.toThrow(StorageUnavailable)
    await expect(store.size('org/a')).rejects.toThrow(StorageUnavailable)
    await expect(text(store.read('org/a'))).rejects.toThrow(StorageUnavailable)
    await expect(store.check()).rejects.toThrow(StorageUnavailable)
    expect(Date.now() - begun).toBeLessThan(20_000)
  }
  for (const fault of ['cut', 'stall'] as const) {
    wire.fault = fault
    await expect(text(store.read('org/a'))).rejects.toThrow(StorageUnavailable)
  }

  wire.fault = 'none'
  expect(await store.size('org/b')).toBeUndefined()
  await store.commit(await stage(), 'org/b')
  expect(await text(store.read('org/b'))).toBe('0123456789')
})
