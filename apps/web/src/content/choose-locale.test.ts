import { expect, test } from 'vitest'
import { chooseLocale } from './choose-locale.ts'

test('the country that the browser asks for, within the language of the interface', () => {
  expect(chooseLocale('es', ['en-US', 'es-MX'])).toBe('es-MX')
})

test('the first of the language where the country has no text of its own', () => {
  expect(chooseLocale('es', ['es-CL'])).toBe('es-ES')
  expect(chooseLocale('pt', ['en-US'])).toBe('pt-BR')
})
