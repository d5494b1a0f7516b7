import { expect, test } from 'vitest'
import { auditTable } from '../apps/server/testing/audit-table.ts'
import { actions, subjects } from '../apps/web/src/audit/filter.ts'

test('the audit log can be filtered by every action and subject that calls write', () => {
  const entries = Object.values(auditTable).flatMap((row) => ('none' in row ? [] : row))
  const namesAt = (place: 0 | 1) => new Set(entries.map((entry) => entry.split(' ')[place]!))
  expect([...namesAt(0).difference(new Set<string>(actions))]).toEqual([])
  expect([...namesAt(1).difference(new Set<string>(subjects))]).toEqual([])
})
