import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('runs work in order of arrival, never more at a time than slots, also after failures', async () => {
  const inSlot = createSlots(2)
  let running = 0
  let most = 0
  const begun: number[] = []
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, i) =>
      inSlot(async () => {
        begun.push(i)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        if (i % 3 === 0) throw new Error('failed')
        return i
      }),
    ),
  )
  expect(most).toBe(2)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(await inSlot(async () => 'free again')).toBe('free again')
})
