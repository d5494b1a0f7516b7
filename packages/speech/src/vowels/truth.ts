/** A vowel space that is known by construction. Only a test and `npm run tool -- truth-table` use it. */
import { join, resonantVowel, silence } from '../test-signals.ts'
import type { TruthRow } from '../truths.ts'
import { measureVowelSpace } from './vowel-space.ts'

const rate = 44_100
/** Resonances of a man's corner vowels, Hz (Peterson & Barney 1952). */
const corners = {
  a: [730, 1090, 2440, 3400, 4500],
  i: [270, 2290, 3010, 3600, 4500],
  u: [300, 870, 2240, 3300, 4500],
}

/** The vowel space of three constructed vowels: the ratio within 4 %, as its card states. */
export function checkVowelSpace(): TruthRow {
  const held = (formants: readonly number[]) => {
    const second = resonantVowel(rate, 120, formants, 80)
    return { samples: join(silence(rate, 0.3), second, second, silence(rate, 0.3)), sampleRateHz: rate }
  }
  const found = measureVowelSpace({ a: held(corners.a), i: held(corners.i), u: held(corners.u) })
  const truth = (870 + 1090 + 270 + 300) / (2290 + 730)
  const value = 'reason' in found ? `none (${found.reason})` : found.fcr.toFixed(3)
  const right = !('reason' in found) && Math.abs(found.fcr / truth - 1) <= 0.04
  return {
    signal: '/a/, /i/ and /u/ of a man, 120 Hz',
    measure: 'fcr',
    truth: `${truth.toFixed(3)} ± 4 %`,
    value,
    right,
  }
}
