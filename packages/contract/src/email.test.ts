import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test('an address has a name, an at sign and a domain', () => {
  for (const good of ['ana@clinic.example', 'a.b+c@x.org.ar']) expect(isEmail(good), good).toBe(true)
  for (const bad of ['bad', '', 'a@b', '@x.org', 'a@x.', 'a b@x.org', 'a@@x.org']) expect(isEmail(bad), bad).toBe(false)
})
