import { expect, test } from 'vitest'
import { aboutMinutes, measuredDomains } from './protocol-facts.ts'

const item = (name: string, max_duration: number | null = null) => ({ max_duration, category: { id: name, name } })

test('a protocol takes half of the maximum of each item, and time between them', () => {
  expect(aboutMinutes([item('sustained_vowel', 30), item('reading', 180)])).toBe(3)
  expect(aboutMinutes([item('sentence', 2)])).toBe(1)
  expect(aboutMinutes([item('free_speech'), item('free_speech'), item('free_speech')])).toBe(3)
})

test('lists what a protocol measures by the categories of its items, in a fixed order', () => {
  expect(measuredDomains([item('fluency'), item('diadochokinesis'), item('sustained_vowel')])).toEqual([
    'voice',
    'articulation',
    'language',
  ])
  expect(measuredDomains([item('of a newer server')])).toEqual([])
})
