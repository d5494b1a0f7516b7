import { expect, test } from 'vitest'
import { chooseLocale } from './choose-locale.ts'

test("chooses the country that the browser requests, within the interface's language", () => {
  expect(chooseLocale('es', ['en-US', 'es-MX'])).toBe('es-MX')
})

test('chooses the first locale of the language if the country has no text', () => {
  expect(chooseLocale('es', ['es-CL'])).toBe('es-ES')
  expect(chooseLocale('pt', ['en-US'])).toBe('pt-BR')
})
