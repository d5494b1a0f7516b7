import { expect, test } from 'vitest'
import { passwordProblems } from './password-strength.ts'

const email = 'ana.perez@clinic.example'

test.each([
  ['Molino-verde-82!', []],
  ['Tz7#kQp9!mW', []],
  ['ñandú-Cósmico-4!', []],
  ['Password1!', ['too_common']],
  ['P@ssw0rd1!', ['too_common']],
  ['Hospital2026!', ['too_common']],
  ['Qwerty123!', ['too_common']],
  ['Aa1!Aa1!', ['too_common']],
  ['Tz7#', ['too_short', 'too_common']],
  ['molino-verde-82!', ['missing_uppercase']],
  ['MOLINO-VERDE-82!', ['missing_lowercase']],
  ['Molino-verde-azul!', ['missing_number']],
  ['Molino-verde-82', ['missing_special']],
  ['Molino-Perez-verde-82!', ['too_similar_to_email']],
  ['xK9!anaperez-Quinta', ['too_similar_to_email']],
])('%s: %j', (password, problems) => {
  expect(passwordProblems(password, email)).toEqual(problems)
})
