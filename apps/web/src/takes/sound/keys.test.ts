import { expect, test } from 'vitest'
import { soundActionOf } from './keys.ts'

const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('keys play, move, loop, zoom and change the speed', () => {
  expect(soundActionOf(press(' '), 'other')).toEqual({ do: 'toggle' })
  expect(soundActionOf(press('ArrowRight'), 'other')).toEqual({ do: 'move', by: 1 })
  expect(soundActionOf(press('ArrowLeft', { shiftKey: true }), 'other')).toEqual({ do: 'move', by: -0.1 })
  expect(soundActionOf(press('l'), 'other')).toEqual({ do: 'loop' })
  expect(soundActionOf(press('+', { shiftKey: true }), 'button')).toEqual({ do: 'zoom', by: 1 })
  expect(soundActionOf(press('<'), 'button')).toEqual({ do: 'rate', by: -1 })
  expect(soundActionOf(press('S', { shiftKey: true }), 'other')).toEqual({ do: 'syllable', by: -1 })
})

test('text fields keep every key, buttons their space bar, the browser its shortcuts', () => {
  for (const key of [' ', 'l', '+', 'ArrowLeft', '<']) expect(soundActionOf(press(key), 'text')).toBeNull()
  expect(soundActionOf(press(' '), 'button')).toBeNull()
  expect(soundActionOf(press('+', { ctrlKey: true }), 'other')).toBeNull()
  expect(soundActionOf(press('l', { metaKey: true }), 'other')).toBeNull()
  expect(soundActionOf(press('x'), 'other')).toBeNull()
})
