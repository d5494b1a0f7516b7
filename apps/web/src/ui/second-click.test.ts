import { expect, test } from 'vitest'
import { createClickFilter } from './second-click.ts'

test('the second click of a double click does not act on the row that moved under the pointer', () => {
  const clicks = createClickFilter()
  expect(clicks.isSecond({ detail: 1, timeStamp: 1000 }, 'a')).toBe(false)
  // Browsers count clicks by place or by element.
  expect(clicks.isSecond({ detail: 2, timeStamp: 1180 }, 'b')).toBe(true)
  expect(clicks.isSecond({ detail: 1, timeStamp: 1300 }, 'c')).toBe(true)
})

test('separate clicks, repeated clicks on one row, and keys all count', () => {
  const clicks = createClickFilter()
  expect(clicks.isSecond({ detail: 1, timeStamp: 1000 }, 'a')).toBe(false)
  expect(clicks.isSecond({ detail: 1, timeStamp: 1100 }, 'a')).toBe(false)
  expect(clicks.isSecond({ detail: 0, timeStamp: 1150 }, 'b')).toBe(false)
  expect(clicks.isSecond({ detail: 1, timeStamp: 1700 }, 'c')).toBe(false)
})
