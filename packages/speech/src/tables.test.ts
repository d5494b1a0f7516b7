import { expect, test } from 'vitest'
import { tableOf } from './tables.ts'

const zeros = (length: number) => () => new Float64Array(length)

test('a table is computed once for the same numbers, and again for others', () => {
  const first = tableOf('window', [3, 5], zeros(4))
  expect(tableOf('window', [3, 5], zeros(4))).toBe(first)
  expect(tableOf('window', [3, 6], zeros(4))).not.toBe(first)
  expect(tableOf('filter', [3, 5], zeros(4))).not.toBe(first)
})

test('a full store drops the table that was not used for the longest time', () => {
  const old = tableOf('old', [1], zeros(10))
  const used = tableOf('used', [1], zeros(10))
  for (let i = 0; i < 4; i++) {
    tableOf('large', [i], zeros(262_144))
    tableOf('used', [1], zeros(10))
  }
  expect(tableOf('used', [1], zeros(10))).toBe(used)
  expect(tableOf('old', [1], zeros(10))).not.toBe(old)
})

test('a very long table is not kept', () => {
  const first = tableOf('very long', [1], zeros(300_000))
  expect(tableOf('very long', [1], zeros(300_000))).not.toBe(first)
})
