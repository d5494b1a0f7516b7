import type { SessionId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { comparableSessions } from './last-comparable.ts'

const session = (id: string, month: number, changes: object = {}) => ({
  id: id as SessionId,
  date_created: `2026-0${month}-01T10:00:00Z`,
  active: true,
  answered_count: 3,
  protocol: { id: 'voice', is_practice: false },
  ...changes,
})

test('the comparable sessions are the earlier ones of the same protocol, latest first', () => {
  const current = session('now', 6)
  const sessions = [
    session('first', 1),
    session('last', 5),
    current,
    session('later', 7),
    session('archived', 4, { active: false }),
    session('empty', 3, { answered_count: 0 }),
    session('other', 2, { protocol: { id: 'language', is_practice: false } }),
  ]
  expect(comparableSessions(sessions, current).map(({ id }) => id)).toEqual(['last', 'first'])
})

test('a practice is compared with nothing', () => {
  const practice = { id: 'p', is_practice: true }
  const [earlier, now] = [session('a', 1, { protocol: practice }), session('b', 2, { protocol: practice })]
  expect(comparableSessions([earlier, now], now)).toEqual([])
})
