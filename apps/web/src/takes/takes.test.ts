import type { Take } from '@fonema/contract'
import { expect, test } from 'vitest'
import { listTakes } from './takes.ts'

const take = (number: number, status: Take['status'] = 'superseded'): Take => ({
  take: number,
  recorded_at: '2026-11-20T08:38:00.000Z',
  duration: 4,
  window: { start: 0, end: 4 },
  gaps: [],
  completeness: null,
  quality: null,
  status,
  interrupted: status === 'interrupted',
  late: false,
  stored_at: '2026-11-20T08:39:00.000Z',
  date_doubtful: false,
  continues: null,
  superseded: false,
})
const labels = (answer: Parameters<typeof listTakes>[0]) =>
  listTakes(answer).map(({ take, position, counts, isFirstHeard }) => [take, position, counts, isFirstHeard])

test('plays the counting take first, wherever the server lists it', () => {
  expect(labels({ take: 2, takes: [take(2, 'counting'), take(5), take(1)] })).toEqual([
    [1, 1, false, false],
    [2, 2, true, true],
    [5, 3, false, false],
  ])
})

test('an interrupted take is played first but does not count', () => {
  expect(labels({ take: 2, takes: [take(2, 'interrupted'), take(1, 'interrupted')] })).toEqual([
    [1, 1, false, false],
    [2, 2, false, true],
  ])
})

test('takes recorded before a skip do not count, and the latest one is played first', () => {
  expect(labels({ take: null, takes: [take(2, 'interrupted'), take(1, 'interrupted')] })).toEqual([
    [1, 1, false, false],
    [2, 2, false, true],
  ])
})
