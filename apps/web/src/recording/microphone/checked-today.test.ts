import { beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../../ui/fake-storage.ts'
import type { CheckResult } from '../judge/check.ts'
import { earlierCheck, noteChecked } from './checked-today.ts'

beforeEach(() => vi.stubGlobal('localStorage', createStorage()))

const goodRoom: CheckResult = [{ subject: 'room', finding: 'room_quiet', verdict: 'good' }]
const lowLevel: CheckResult[number] = { subject: 'level', finding: 'level_lowest', verdict: 'poor' }
const poorRoom: CheckResult = [{ subject: 'room', finding: 'room_loud', verdict: 'poor' }]

test('a later visit on the same day gets the result of the check', () => {
  noteChecked('built-in', [...goodRoom, lowLevel])
  expect(earlierCheck('built-in')).toEqual({ result: [...goodRoom, lowLevel], isOfToday: true })
})

/** As if the last check had been on another day. */
function onAnotherDay() {
  const name = localStorage.key(0)!
  const kept = JSON.parse(localStorage.getItem(name)!)
  localStorage.setItem(name, JSON.stringify({ ...kept, day: new Date(0).toDateString() }))
}

test('another microphone or another day needs a new check', () => {
  noteChecked('built-in', [...goodRoom, lowLevel])
  expect(earlierCheck('headset')).toBeNull()
  onAnotherDay()
  expect(earlierCheck('built-in')).toBeNull()
})

test('a poor room is reported with any microphone and on any day, until it is measured better', () => {
  noteChecked('built-in', [...poorRoom, lowLevel])
  expect(earlierCheck('built-in')).toEqual({ result: [...poorRoom, lowLevel], isOfToday: true })
  expect(earlierCheck('headset')).toEqual({ result: poorRoom, isOfToday: false })
  onAnotherDay()
  expect(earlierCheck('built-in')).toEqual({ result: poorRoom, isOfToday: false })
  noteChecked('headset', goodRoom)
  expect(earlierCheck('built-in')).toBeNull()
})

test('a check that heard no voice clears no poor room', () => {
  const silent: CheckResult = [{ subject: 'level', finding: 'level_silent', verdict: 'poor' }]
  noteChecked('built-in', silent)
  expect(earlierCheck('headset')).toBeNull()
  noteChecked('built-in', [...poorRoom, lowLevel])
  noteChecked('headset', silent)
  expect(earlierCheck('headset')).toEqual({ result: poorRoom, isOfToday: false })
  expect(earlierCheck('built-in')).toEqual({ result: [...poorRoom, lowLevel], isOfToday: true })
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
    expect(earlierCheck('built-in')).toBeNull()
  }
})
