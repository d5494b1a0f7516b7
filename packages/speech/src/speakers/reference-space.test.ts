import { expect, test } from 'vitest'
import { spread } from '../test-signals.ts'
import { isKnownVoiceRight, placeByReferences } from './reference-space.ts'
import { voiceDimensions } from './voice-frames.ts'

/** A second of voice whose numbers vary around a centre. */
function voiceAround(centre: number, seconds: number, seed: number) {
  const count = 100 * seconds
  const timesS = Float64Array.from({ length: count }, (_, i) => i / 100)
  const vectors = Float64Array.from(spread(count * voiceDimensions, seed), (value) => centre + value)
  return { timesS, vectors }
}

const placeOf = placeByReferences([voiceAround(0, 10, 1)])
/** The participant sounds a little different from the references; nobody else does. */
const [own, other] = [voiceAround(0.1, 2, 2), voiceAround(3, 2, 3)]
const vectors = Float64Array.from([...own.vectors, ...other.vectors])
const frames = own.timesS.length
const isRight = (ofOwn: number, ofOther: number, people = 3) =>
  isKnownVoiceRight(
    Uint8Array.from({ length: 2 * frames }, (_, i) => (i < frames ? ofOwn : ofOther)),
    vectors,
    placeOf,
    people,
  )

test('of three people, the voice of the references must be the one that is nearest to them', () => {
  expect(isRight(0, 1)).toBe(true)
  expect(isRight(1, 0)).toBe(false)
  expect(isRight(1, 0, 2)).toBe(true)
})

test('the voice of the references must speak', () => {
  expect(isRight(1, 2)).toBe(false)
  const nearlySilent = Uint8Array.from({ length: 2 * frames }, (_, i) => (i < 3 ? 0 : i < frames ? 1 : 2))
  expect(isKnownVoiceRight(nearlySilent, vectors, placeOf, 3)).toBe(false)
})
