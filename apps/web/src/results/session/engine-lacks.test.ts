import { expect, test } from 'vitest'
import { engineLacks } from './engine-lacks.ts'

test('says what the recogniser of a transcript does not give', () => {
  const timed = { text: 'uno', start: 0, end: 1 }
  const untimed = { text: 'uno', start: null, end: null }
  const lacks = (word: typeof timed | typeof untimed, confidence?: number) =>
    engineLacks({ engine: 'sherpa', words: [{ ...word, ...(confidence !== undefined && { confidence }) }] })
  expect(lacks(timed, 0.9)).toBeUndefined()
  expect(lacks(timed)).toBe('confidence')
  expect(lacks(untimed, 0.9)).toBe('times')
  expect(lacks(untimed)).toBe('both')
  expect(engineLacks({ engine: 'typed', words: [untimed] })).toBeUndefined()
  expect(engineLacks({ engine: 'sherpa', words: [] })).toBeUndefined()
})
