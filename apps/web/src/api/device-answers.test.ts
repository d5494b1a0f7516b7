import { beforeEach, expect, test } from 'vitest'
import { answerFromDevice, askOrFind, onShownFromDevice, shownFromDevice } from './device-answers.ts'
import { ApiFailure } from './http.ts'

const fails = (status: number) => () => Promise.reject(new ApiFailure(status, 'unknown'))

beforeEach(async () => {
  answerFromDevice(async (place) => (place === 'kept' ? { answer: 'old', savedAt: 7 } : null))
  await askOrFind('kept', false, async () => 'new')
})

test('the device answers only while the server is away', async () => {
  for (const status of [0, 502, 503, 504]) expect(await askOrFind('kept', false, fails(status))).toBe('old')
  for (const status of [400, 401, 403, 404, 500])
    await expect(askOrFind('kept', false, fails(status))).rejects.toThrow(`${status}`)
})

test('an answer of the device never replaces one in memory, which is newer and may be larger', async () => {
  await expect(askOrFind('kept', true, fails(0))).rejects.toThrow('0 unknown')
  expect(shownFromDevice().size).toBe(0)
})

test('without a kept answer the failure stays, also when the device cannot be read', async () => {
  await expect(askOrFind('other', false, fails(0))).rejects.toThrow('0 unknown')
  answerFromDevice(() => Promise.reject(new Error('full')))
  await expect(askOrFind('kept', false, fails(0))).rejects.toThrow('0 unknown')
})

test('reports which answers are the device’s, until the server answers again', async () => {
  let calls = 0
  const stop = onShownFromDevice(() => calls++)
  await askOrFind('kept', false, fails(0))
  expect([...shownFromDevice()]).toEqual([['kept', 7]])
  await askOrFind('kept', true, async () => 'new')
  expect([shownFromDevice().size, calls]).toEqual([0, 2])
  stop()
})
