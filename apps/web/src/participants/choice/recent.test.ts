import { beforeEach, expect, test } from 'vitest'
import { noteRecentParticipant, recentParticipants } from './recent.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  })
})

test('the last five choices are remembered, the latest first and each once, per examiner', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) noteRecentParticipant('eva', id)
  expect(recentParticipants('eva')).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(recentParticipants('ana')).toEqual([])
})

test('what others have written there is no reason to fail', () => {
  for (const text of ['', '{', '{"a":1}', '[1,"a",null]']) {
    stored.set('fonema.recent_participants.eva', text)
    expect(recentParticipants('eva')).toEqual(text.startsWith('[') ? ['a'] : [])
  }
})
