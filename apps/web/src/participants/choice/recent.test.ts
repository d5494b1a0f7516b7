import { beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../ui/fake-storage.ts'
import { noteRecentParticipant, recentParticipants } from './recent.ts'

beforeEach(() => vi.stubGlobal('localStorage', createStorage()))

test('remembers the last five choices per examiner, the latest first and each once', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) noteRecentParticipant('eva', id)
  expect(recentParticipants('eva')).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(recentParticipants('ana')).toEqual([])
})

test('ignores unexpected contents of the storage', () => {
  for (const text of ['', '{', '{"a":1}', '[1,"a",null]']) {
    localStorage.setItem('fonema.recent_participants.eva', text)
    expect(recentParticipants('eva')).toEqual(text.startsWith('[') ? ['a'] : [])
  }
})
