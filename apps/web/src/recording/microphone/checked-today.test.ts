import { beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../ui/fake-storage.ts'
import type { CheckResult } from '../judge/check.ts'
import { checkOfToday, noteChecked } from './checked-today.ts'

beforeEach(() => vi.stubGlobal('localStorage', createStorage()))

const poorRoom: CheckResult = [{ subject: 'room', finding: 'room_loud', verdict: 'poor' }]

test('a later visit on the same day gets the result of the check', () => {
  noteChecked('built-in', poorRoom)
  expect(checkOfToday('built-in')).toEqual(poorRoom)
})

test('another microphone or another day needs a new check', () => {
  noteChecked('built-in', poorRoom)
  expect(checkOfToday('headset')).toBeNull()
  const name = localStorage.key(0)!
  const kept = JSON.parse(localStorage.getItem(name)!)
  localStorage.setItem(name, JSON.stringify({ ...kept, day: new Date(0).toDateString() }))
  expect(checkOfToday('built-in')).toBeNull()
})

test('unexpected contents of the storage count as no check', () => {
  noteChecked('built-in', poorRoom)
  const name = localStorage.key(0)!
  const day = new Date().toDateString()
  for (const text of [
    `${day} built-in`,
    '{',
    'null',
    JSON.stringify({ day, deviceId: 'built-in' }),
    JSON.stringify({ day, deviceId: 'built-in', result: [1] }),
  ]) {
    localStorage.setItem(name, text)
    expect(checkOfToday('built-in')).toBeNull()
  }
})
