import type { FeatureResult, Population } from '@fonema/contract'
import type { ComparedScore } from '../comparison/useComparison.ts'

/** The number of measures drawn per item. */
const drawn = 2

/** The measures most untypical of a reference, or of any population if there is none; the most untypical first. */
export function mostUntypical(
  scores: readonly ComparedScore[],
  results: readonly FeatureResult[],
  populations: readonly Population[],
): ComparedScore[] {
  const references = populations.filter(({ is_reference }) => is_reference)
  const asked = references.length > 0 ? references : populations
  const degree = ({ functionId, name }: ComparedScore) => {
    const result = results.find(({ feature_extraction_func }) => feature_extraction_func.id === functionId)
    return Math.max(0, ...asked.map(({ id }) => result?.semaphore[id]?.[name] ?? 0))
  }
  return scores.toSorted((a, b) => degree(b) - degree(a)).slice(0, drawn)
}
