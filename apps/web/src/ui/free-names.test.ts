import { expect, test } from 'vitest'
import { freeName, keyFrom } from './free-names.ts'

test('a key comes from the name and is unique', () => {
  expect(keyFrom('Niños: ¿qué ven?', [], 'protocol')).toBe('ninos-que-ven')
  expect(keyFrom('¿Cómo está? (niños)', [], 'survey')).toBe('como-esta-ninos')
  expect(keyFrom('Voz', ['voz', 'voz-1'], 'protocol')).toBe('voz-2')
  expect(keyFrom('日本', [], 'protocol')).toBe('protocol')
  expect(keyFrom('¡!', ['survey'], 'survey')).toBe('survey-1')
  expect(keyFrom(`${'a'.repeat(49)} b`, [], 'survey')).toBe('a'.repeat(49))
})

test('a name has the first number that is free', () => {
  expect(freeName('item', ['item-1', 'item-3'])).toBe('item-2')
  expect(freeName('question', [], '_')).toBe('question_1')
})
