import { beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../ui/fake-storage.ts'
import { storedView, storeView, usualView } from './screen-view.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  return () => vi.unstubAllGlobals()
})

test('remembers the view of each participant', () => {
  storeView('a', { size: 1.5, contrast: 'high' })
  storeView('b', { size: 2, contrast: 'normal' })
  expect(storedView('a')).toEqual({ size: 1.5, contrast: 'high' })
  expect(storedView('b')).toEqual({ size: 2, contrast: 'normal' })
  expect(storedView('c')).toEqual(usualView)
})

test('keeps nothing about a participant who sees the usual view', () => {
  storeView('a', { size: 2, contrast: 'high' })
  storeView('a', usualView)
  expect(JSON.stringify({ ...localStorage })).not.toContain('"a"')
  expect(storedView('a')).toEqual(usualView)
})

test('keeps the latest 200 participants', () => {
  for (let i = 0; i < 201; i++) storeView(`p${i}`, { size: 2, contrast: 'normal' })
  expect(storedView('p0')).toEqual(usualView)
  expect(storedView('p1').size).toBe(2)
})

test.each(['nonsense', '{}', '[["a", null]]', '[["a", {"size": 9, "contrast": "normal"}]]'])(
  'ignores what is stored in another form: %s',
  (text) => {
    localStorage.setItem('fonema.participant-views', text)
    expect(storedView('a')).toEqual(usualView)
  },
)
