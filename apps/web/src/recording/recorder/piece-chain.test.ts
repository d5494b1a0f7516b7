import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf, openStore } from '../outbox/fake-database.ts'
import { createOutboxUploads } from '../outbox/upload-store.ts'
import { pieceId, type RunningPiece } from './piece-chain.ts'
import { facts, rate, sound } from './test-take.ts'
import { fakePage, openWorker } from './test-worker.ts'
import { toInt16 } from './wav.ts'

const recording = { ...facts, id: 'whole', pieceSeconds: 2, itemId: '' }
const nothing: ReadonlySet<string> = new Set()
let end = () => {}
beforeEach(() => {
  end = fakePage()
  vi.stubGlobal('localStorage', { setItem: () => {} })
})
afterEach(() => end())

const samplesIn = async (id: string) => {
  const parts: Buffer[] = []
  for await (const chunks of (await openStore()).chunks(id)) parts.push(...chunks.map((chunk) => Buffer.from(chunk)))
  return Buffer.concat(parts)
}
/** What the sound gives between two frames. */
const heard = (from: number, to: number) => Buffer.from(toInt16(sound(from, to - from)).buffer)
const hashOf = (...bytes: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const one of bytes) hash.update(one)
  return hash.digest('hex')
}

/** Feeds frames and lets the database write between them. */
async function feedTo(worker: Awaited<ReturnType<typeof openWorker>>, to: number, from: number) {
  for (let at = from; at < to; at += rate / 2) {
    worker.feed(Math.min(to, at + rate / 2))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('the pieces follow each other without a lost or doubled sample, and the whole has their hash', async () => {
  const worker = await openWorker()
  worker.feed(rate)
  worker.send({ type: 'start', facts: recording, atFrame: rate, maxFrames: null })
  await feedTo(worker, 7.5 * rate, rate)
  worker.stop(7.5 * rate)
  worker.feed(9 * rate)
  const whole = await worker.until('recording')
  const pieces = worker.of('piece').map(({ piece }) => piece)
  expect(pieces.map(({ piece }) => piece)).toEqual([0, 1, 2, 3])
  // From half a second before the key to half a second after the stop.
  const [first, last] = [rate / 2, 8 * rate]
  const kept = await Promise.all(pieces.map(({ piece }) => samplesIn(pieceId('whole', piece))))
  expect(Buffer.concat(kept).equals(heard(first, last))).toBe(true)
  expect(pieces.map(({ bytes }) => bytes - 44)).toEqual(kept.map(({ length }) => length))
  expect(whole.recording).toMatchObject({
    pieces: 4,
    frames: last - first,
    sha256: hashOf(heard(first, last)),
  })
})

test('frames that the worklet counted but did not deliver are a gap of their piece', async () => {
  const worker = await openWorker()
  worker.feed(rate)
  worker.send({ type: 'start', facts: recording, atFrame: rate, maxFrames: null })
  await feedTo(worker, 4 * rate, rate)
  worker.skip(4.25 * rate)
  await feedTo(worker, 6 * rate, 4.25 * rate)
  worker.stop(6 * rate)
  worker.feed(7 * rate)
  await worker.until('recording')
  expect(worker.of('piece').map(({ piece }) => piece.gaps)).toEqual([[], [{ at: 1.5, length: 0.25 }], []])
})

test('time that the clock finds lost around the end of a piece is a gap of one of them', async () => {
  const worker = await openWorker()
  worker.feed(rate)
  worker.send({ type: 'start', facts: recording, atFrame: rate, maxFrames: null })
  // The pieces end at 2.5, 4.5, 6.5 and 8.5 s.
  let from = rate
  for (const lostAt of [2.4, 4.5, 6.55]) {
    await feedTo(worker, lostAt * rate, from)
    vi.advanceTimersByTime(300)
    from = lostAt * rate
  }
  await feedTo(worker, 9 * rate, from)
  worker.stop(9 * rate)
  worker.feed(10 * rate)
  await worker.until('recording')
  const lost = worker.of('piece').flatMap(({ piece }) => piece.gaps.map(({ length }) => length))
  expect(lost).toHaveLength(3)
  for (const length of lost) expect(length).toBeCloseTo(0.3, 1)
})

test('after a kill all but the last second is there: the running piece, and the end with the hash of the whole', async () => {
  const worker = await openWorker()
  worker.feed(rate)
  worker.send({ type: 'start', facts: { ...recording, holder: 'gone' }, atFrame: rate, maxFrames: null })
  await feedTo(worker, 7 * rate, rate)
  await expect.poll(() => worker.of('piece')).toHaveLength(2)
  const store = await openStore()
  // The page has sent the first two pieces, and is killed.
  for (const piece of [0, 1]) await store.delete(pieceId('whole', piece))
  const uploads = createOutboxUploads({ key: () => keyOf(1), holder: 'next' })
  const found = (await uploads.load(nothing)).map(({ upload }) => upload)
  const last = found.at(-1)
  expect(found.map((upload) => upload.kind === 'recording' && upload.step)).toEqual(['piece', 'piece', 'end'])
  if (last?.kind !== 'recording' || last.step !== 'end') throw new Error('no end')
  const kept = heard(rate / 2, rate / 2 + last.frames)
  expect(last).toMatchObject({ pieces: 4, interrupted: true, sha256: hashOf(kept) })
  expect(rate / 2 + last.frames).toBeGreaterThanOrEqual(6 * rate)
  let frames = 2 * 2 * rate // of the pieces that were sent
  for (const upload of found.slice(0, 2)) {
    if (upload.kind !== 'recording' || upload.step !== 'piece') throw new Error('no piece')
    const file = Buffer.from(await (await uploads.audioOf(upload)).speech.arrayBuffer())
    expect(upload.sha256).toBe(hashOf(file))
    frames += (file.length - 44) / 2
  }
  expect(last.frames).toBe(frames)
  // Once, and again by the next page.
  expect((await uploads.load(nothing)).map(({ upload }) => upload)).toEqual(expect.arrayContaining(found))
  expect(found.map(({ sequence }) => sequence)).toEqual(found.map(({ sequence }) => sequence).toSorted((a, b) => a - b))
})

test('the records of a piece know the hash of everything before it', async () => {
  const worker = await openWorker()
  worker.feed(rate)
  worker.send({ type: 'start', facts: { ...recording, pieceSeconds: 4 }, atFrame: rate, maxFrames: null })
  await feedTo(worker, 7 * rate, rate)
  await expect.poll(() => worker.of('piece')).toHaveLength(1)
  const records = (await (await openStore()).records()) as RunningPiece[]
  const running = records.find(({ piece }) => piece === 1)
  expect(running?.before?.bytes).toBe(2 * 4 * rate)
})
