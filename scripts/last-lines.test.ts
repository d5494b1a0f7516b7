import { expect, test } from 'vitest'
import { createLastLines } from './last-lines.mjs'

test('keeps the last lines, whole, from pieces of any length', () => {
  const lines = createLastLines(2)
  const text = Array.from({ length: 5000 }, (_, index) => `line ${index}\n`).join('')
  for (let at = 0; at < text.length; at += 7) lines.add(text.slice(at, at + 7))
  expect(lines.read()).toBe('line 4998\nline 4999\n')
  lines.add('not ended')
  expect(lines.read()).toBe('line 4999\nnot ended')
})
