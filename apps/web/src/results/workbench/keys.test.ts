import { wordMarks, wordSpeakers } from '@fonema/contract'
import { expect, test } from 'vitest'
import { markKeys, speakerKeys, workActionOf } from './keys.ts'

const press = (key: string, more: object = {}) =>
  workActionOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more })

test('each speaker and each mark has a digit of its own', () => {
  const keys = [...Object.values(speakerKeys), ...Object.values(markKeys)]
  expect(new Set(keys).size).toBe(wordSpeakers.length + wordMarks.length)
  expect(press('2')).toEqual({ do: 'speaker', speaker: 'examiner' })
  expect(press('9')).toEqual({ do: 'mark', mark: 'name' })
})

test('a letter of any alphabet, and the key of an accent, begin another word', () => {
  for (const key of ['a', 'Ñ', 'é', 'ж', 'Dead']) expect(press(key)).toEqual({ do: 'edit', from: 'empty' })
})

test('Control and Command leave letters to the browser, but for undo, redo and save', () => {
  expect(press('c', { ctrlKey: true })).toBe(null)
  expect(press('z', { ctrlKey: true })).toEqual({ do: 'undo' })
  expect(press('z', { metaKey: true, shiftKey: true })).toEqual({ do: 'redo' })
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toEqual({ do: 'redo' })
  expect(press('y', { ctrlKey: true })).toEqual({ do: 'redo' })
  expect(press('Enter', { ctrlKey: true })).toEqual({ do: 'save' })
})

test('an arrow with Shift moves the start of the word, and one with Control or Command its end', () => {
  expect(press('ArrowLeft', { shiftKey: true })).toEqual({ do: 'edge', edge: 'start', by: -1 })
  expect(press('ArrowRight', { ctrlKey: true })).toEqual({ do: 'edge', edge: 'end', by: 1 })
  expect(press('ArrowRight', { metaKey: true })).toEqual({ do: 'edge', edge: 'end', by: 1 })
  expect(press('ArrowLeft', { altKey: true, shiftKey: true })).toBe(null)
})

test('Escape, function keys and keys with Alt keep their usual effect', () => {
  for (const key of ['Escape', 'F5', 'Shift', 'PageDown']) expect(press(key)).toBe(null)
  expect(press('1', { altKey: true })).toBe(null)
})
