import { expect, test } from 'vitest'
import { findLetters } from './search.ts'

test('finds letters in order, whatever their case', () => {
  expect(findLetters('dm7', 'DEMO-007', 'Pérez, José')).toEqual({ code: [0, 2, 7], name: [] })
})

test('reads the code and then the name, or the name and then the code', () => {
  expect(findLetters('7per', 'DEMO-007', 'Pérez, José')).toEqual({ code: [7], name: [0, 1, 2] })
  expect(findLetters('per7', 'DEMO-007', 'Pérez, José')).toEqual({ code: [7], name: [0, 1, 2] })
})

test('takes an accented letter for the plain one and keeps its place', () => {
  expect(findLetters('josé', 'A', 'Pérez, José')).toEqual({ code: [], name: [7, 8, 9, 10] })
  expect(findLetters('perez', 'A', 'Pérez, José')).toEqual({ code: [], name: [0, 1, 2, 3, 4] })
})

test('does not find letters in another order', () => {
  expect(findLetters('zep', 'DEMO-007', 'Pérez')).toBeNull()
  expect(findLetters('77', 'DEMO-007', '')).toBeNull()
})
