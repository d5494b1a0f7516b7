import type { Quality } from '@fonema/contract'
import { doubtsOf, hasFewWords } from '@fonema/findings'
import type { Found } from './probabilities.ts'

type Judged = { isPoor: boolean; faults: Quality['reasons'] }

/** Whether a recording tells something by a function's measures: it is not poor, and has no fault from which they suffer. */
export const isTrusted = ({ isPoor, faults }: Judged, entry: string): boolean =>
  !isPoor && doubtsOf({ reasons: faults }, entry).length === 0

/** The scores that tell something about the person: of trusted recordings, and of enough words. */
export function trustedOf(found: readonly Found[]): Found[] {
  const words = new Map(found.flatMap(({ take, score, value }) => (score === 'tokens' ? [[take.takeId, value]] : [])))
  return found.filter(({ take, entry, score }) => isTrusted(take, entry) && !hasFewWords(score, words.get(take.takeId)))
}
