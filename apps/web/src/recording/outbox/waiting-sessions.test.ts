import { expect, test } from 'vitest'
import { countWaiting, waitingSessions } from './waiting-sessions.ts'

const upload = (responseId: string, sequence: number, kind: 'take' | 'session' = 'take') => ({
  participantId: 'p',
  responseId,
  sequence,
  kind,
})

test('lists what waits by session, the oldest first', () => {
  expect(
    waitingSessions([upload('c', 50), upload('b', 30), upload('a', 20), upload('b', 10), upload('b', 40)]),
  ).toEqual([
    { participantId: 'p', responseId: 'b', count: 3, since: 10, isNew: false },
    { participantId: 'p', responseId: 'a', count: 1, since: 20, isNew: false },
    { participantId: 'p', responseId: 'c', count: 1, since: 50, isNew: false },
  ])
})

test('a session that the server does not know yet is counted only while nothing else of it waits', () => {
  const uploads = [upload('a', 1, 'session'), upload('a', 2), upload('a', 3), upload('b', 4, 'session')]
  expect(waitingSessions(uploads).map(({ count, since, isNew }) => [count, since, isNew])).toEqual([
    [2, 1, true],
    [1, 4, true],
  ])
  expect(countWaiting(uploads)).toBe(3)
})
