import { expect, test } from 'vitest'
import { momentSearch, readMoment } from './moment.ts'

test('a link to a moment is read as it was written', () => {
  expect(momentSearch({ item: 3, from: 1.2, to: 1.9 })).toBe('?item=3&from=1.20&to=1.90')
  expect(readMoment(momentSearch({ item: 3, from: 1.2, to: 1.9 }))).toEqual({ item: 3, from: 1.2, to: 1.9 })
})

test('an address without a piece, or with an impossible one, asks for none', () => {
  for (const search of [
    '',
    '?item=3',
    '?item=3&from=1',
    '?item=3&from=2&to=1',
    '?item=3&from=-1&to=1',
    '?item=x&from=0&to=1',
    '?item=3&from=0&to=Infinity',
  ])
    expect(readMoment(search)).toBeNull()
})
