import type { Take } from '@fonema/contract'
import { expect, test } from 'vitest'
import { listTakes } from './takes.ts'

const take = (number: number, interrupted = false): Take => ({
  take: number,
  recorded_at: '2026-11-20T08:38:00.000Z',
  duration: 4,
  window: { start: 0, end: 4 },
  gaps: [],
  quality: null,
  interrupted,
  continues: null,
  superseded: false,
})
const told = (answer: Parameters<typeof listTakes>[0]) =>
  listTakes(answer).map(({ take, position, counts, isFirstHeard }) => [take, position, counts, isFirstHeard])

test('the take that counts is heard first, wherever the server puts it', () => {
  expect(told({ take: 2, takes: [take(2), take(5), take(1)] })).toEqual([
    [1, 1, false, false],
    [2, 2, true, true],
    [5, 3, false, false],
  ])
})

test('an interrupted take is heard first but does not count', () => {
  expect(told({ take: 2, takes: [take(2, true), take(1, true)] })).toEqual([
    [1, 1, false, false],
    [2, 2, false, true],
  ])
})

test('of what was recorded before a skip the latest is heard first, and none counts', () => {
  expect(told({ take: null, takes: [take(2, true), take(1, true)] })).toEqual([
    [1, 1, false, false],
    [2, 2, false, true],
  ])
})
