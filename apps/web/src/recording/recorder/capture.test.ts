import { expect, test } from 'vitest'
import { openTestCapture, range, samplesOf } from './test-capture.ts'

test('a take holds half a second before and after its marks, every frame once', async () => {
  const { capture, chunks, feed } = openTestCapture()
  feed(0, 2000)
  capture.start('a', 1990, null)
  feed(2000, 5000)
  expect(capture.stop(5010)).toBe(5510)
  feed(5000, 6000)
  const take = await capture.finish(5550)
  expect(samplesOf(chunks)).toEqual(range(1490, 5510))
  expect(take).toMatchObject({ totalSeconds: 4.02, window: { start: 0.5, end: 3.52 }, gaps: [], lostSeconds: 0 })
  expect(chunks.map((chunk) => chunk.byteLength / 2)).toEqual([...new Array(8).fill(500), 20])
  expect(take).toMatchObject({ chunks: 9, frames: 4020 })
})

test('right after the microphone opened, less than half a second precedes the first mark', async () => {
  const { capture, chunks, feed } = openTestCapture()
  feed(640, 840)
  capture.start('a', 830, null)
  feed(840, 2000)
  capture.stop(1500)
  feed(2000, 2100)
  const take = await capture.finish(2000)
  expect(take!.window).toEqual({ start: 0.19, end: 0.86 })
  expect(samplesOf(chunks)[0]).toBe(640)
})

test('a file does not begin with frames that may be incomplete, but always before its click', async () => {
  const { capture, chunks, feed } = openTestCapture()
  feed(0, 1000)
  capture.trustFrom(700)
  capture.start('a', 900, null)
  capture.stop(950)
  feed(1000, 1500)
  expect((await capture.finish(1450))!.window.start).toBe(0.2)
  expect(samplesOf(chunks)[0]).toBe(700)
  capture.trustFrom(1400)
  capture.start('b', 1300, null)
  capture.stop(1350)
  expect((await capture.finish(1450))!.window.start).toBe(0)
  expect(samplesOf(chunks)[0]).toBe(1300)
})

test('a click that a busy page reports late is marked at its own time', async () => {
  const { capture, chunks, feed } = openTestCapture()
  feed(0, 3000)
  capture.start('a', 2600, null)
  feed(3000, 6000)
  capture.stop(5200)
  const take = await capture.finish(6000)
  expect(take!.window).toEqual({ start: 0.5, end: 3.1 })
  expect(samplesOf(chunks)).toEqual(range(2100, 6000))
})

test('a batch that arrives twice is written once', async () => {
  const { capture, chunks, feed, record } = openTestCapture()
  record(1200)
  feed(1100, 1800)
  capture.stop(1200)
  await capture.finish(1800)
  expect(samplesOf(chunks)).toEqual(range(500, 1800))
})

test('the limit ends a take to the frame', async () => {
  const { capture, feed } = openTestCapture()
  feed(0, 1000)
  expect(capture.start('a', 900, 3000)).toBe(4400)
  feed(1000, 3900)
  expect([capture.limitReached(), capture.elapsedSeconds()]).toEqual([true, 3])
  feed(3900, 5000)
  expect(capture.elapsedSeconds()).toBe(3)
  const take = await capture.finish(4480)
  expect(take).toMatchObject({ totalSeconds: 4, window: { start: 0.5, end: 3.5 } })
})

test('an interrupted take ends where the microphone became silent', async () => {
  const { capture, record } = openTestCapture()
  record(3000)
  capture.interrupt(2400)
  const take = await capture.finish(null)
  expect(take).toMatchObject({ totalSeconds: 2.5, window: { start: 0.5, end: 1.9 }, gaps: [] })
})

test('a take interrupted before its first frame is empty, not negative', async () => {
  const { capture, feed } = openTestCapture()
  feed(0, 1000)
  capture.start('a', 1030, null)
  capture.interrupt(null)
  const take = await capture.finish(null)
  expect(take).toMatchObject({ window: { start: 0.47, end: 0.47 }, totalSeconds: 0.47 })
})

test('a store that fails makes the take fail instead of losing it silently', async () => {
  const full = () => Promise.reject(new Error('full'))
  const { capture, record } = openTestCapture({ append: full, read: full })
  record(4000)
  capture.stop(3000)
  await expect(capture.finish(4000)).rejects.toThrow('full')
})

test('however late a page stops, the window ends at the maximum duration', async () => {
  const { capture, record } = openTestCapture()
  record(9000, 2000)
  expect(capture.stop(9000)).toBe(3500)
  const take = await capture.finish(3500)
  expect(take!.window).toEqual({ start: 0.5, end: 2.5 })
})
