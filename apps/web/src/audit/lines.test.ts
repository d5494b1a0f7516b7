import type { AuditEntry } from '@fonema/contract'
import { expect, test } from 'vitest'
import { joinRepeated } from './lines.ts'

const entry = (id: string, at: string, changed: Partial<AuditEntry> = {}) =>
  ({ id, at, old: null, new: null, ...changed }) as AuditEntry
const read = (id: string, at: string) => ({ entry: entry(id, at), text: 'Elena read the results' })

test('looks at the same page in a row are one line with every time', () => {
  const lines = joinRepeated([
    read('5', '2026-11-20T12:03:00Z'),
    read('4', '2026-11-20T12:02:00Z'),
    { entry: entry('3', '2026-11-20T12:01:00Z'), text: 'Mateo read the results' },
    read('2', '2026-11-20T12:00:00Z'),
  ])
  expect(lines.map(({ times }) => times.map(({ id }) => id))).toEqual([['5', '4'], ['3'], ['2']])
  expect(lines[0]!.times[1]!.at).toBe('2026-11-20T12:02:00Z')
})

test('another day and a changed field have a line of their own', () => {
  const changed = { old: { title: 'a' }, new: { title: 'b' } }
  const lines = joinRepeated([
    read('4', '2026-11-20T12:00:00Z'),
    read('3', '2026-11-18T12:00:00Z'),
    { entry: entry('2', '2026-11-18T11:00:00Z', changed), text: 'Elena changed the survey' },
    { entry: entry('1', '2026-11-18T10:00:00Z', changed), text: 'Elena changed the survey' },
  ])
  expect(lines.map(({ times }) => times.length)).toEqual([1, 1, 1, 1])
})
