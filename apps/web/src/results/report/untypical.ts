import type { ItemResponse, Population } from '@fonema/contract'
import { hasFewWords, wordsIn } from '@fonema/findings/few-words'
import type { ComparedScore } from '../comparison/useComparison.ts'
import { doubtsOf } from '../session/unreliable.ts'

/** The number of measures drawn per item. */
const drawn = 2

/**
 * The measures most untypical of a reference, or of any population if there is none; the most untypical first. Unreliable
 * measures are left out: they may be untypical by the noise alone.
 */
export function mostUntypical(
  scores: readonly ComparedScore[],
  { quality, feature_extraction_res: results }: ItemResponse,
  populations: readonly Population[],
): ComparedScore[] {
  const references = populations.filter(({ is_reference }) => is_reference)
  const asked = references.length > 0 ? references : populations
  const resultOf = ({ functionId }: ComparedScore) =>
    results.find(({ feature_extraction_func }) => feature_extraction_func.id === functionId)
  const degree = (score: ComparedScore) =>
    Math.max(0, ...asked.map(({ id }) => resultOf(score)?.semaphore[id]?.[score.name] ?? 0))
  const words = wordsIn(results)
  const isReliable = (score: ComparedScore) => {
    const entry = resultOf(score)?.feature_extraction_func.entry
    const isDoubtful = entry !== undefined && doubtsOf(quality, entry).length > 0
    return quality?.verdict !== 'poor' && !isDoubtful && !hasFewWords(score.name, words)
  }
  return scores
    .filter(isReliable)
    .toSorted((a, b) => degree(b) - degree(a))
    .slice(0, drawn)
}
