import { expect, test } from 'vitest'
import { contentFolder } from '../app.ts'
import { readContent } from '../content/files.ts'
import { passwordMails } from './password-mail-texts.ts'

test('every language of a locale has password mails', async () => {
  const { locales } = await readContent(contentFolder)
  const languages = new Set(locales.map(({ lang }) => lang.code))
  expect(Object.keys(passwordMails).sort()).toEqual([...languages].sort())
})
