import { expect, test } from 'vitest'
import { missingIn } from './password-rules.ts'

test.each([
  ['', ['too_short', 'missing_uppercase', 'missing_lowercase', 'missing_number', 'missing_special']],
  ['Abcde1!', ['too_short']],
  ['Abcdef1!', []],
  ['Ñandúñ٣@', []],
  ['ABCDEF1#', ['missing_lowercase']],
  ['abcdef1$', ['missing_uppercase']],
  ['Abcdefg%', ['missing_number']],
  ['Abcdefg1', ['missing_special']],
  ['Abcdefg1-', ['missing_special']],
  // A character of two UTF-16 units counts as one.
  ['Ab1!😀😀😀', ['too_short']],
  ['Ab1!😀😀😀😀', []],
])('%s misses %o', (password, missing) => {
  expect(missingIn(password)).toEqual(missing)
})

test.each([...'@#$%!^&*'])('%s is a special character', (character) => {
  expect(missingIn(`Abcdef1${character}`)).toEqual([])
})
