import { expect, test } from 'vitest'
import { waitingSessions } from './waiting-sessions.ts'

test('lists what waits by session, the oldest first', () => {
  const upload = (responseId: string, sequence: number) => ({ participantId: 'p', responseId, sequence })
  expect(
    waitingSessions([upload('c', 50), upload('b', 30), upload('a', 20), upload('b', 10), upload('b', 40)]),
  ).toEqual([
    { participantId: 'p', responseId: 'b', count: 3, since: 10 },
    { participantId: 'p', responseId: 'a', count: 1, since: 20 },
    { participantId: 'p', responseId: 'c', count: 1, since: 50 },
  ])
})
