import type { FeatureResult, Population } from '@fonema/contract'
import type { ComparedScore } from '../comparison/useComparison.ts'

/** How many measures of an item are drawn: those that tell most. */
const drawn = 2

/** The measures that are most untypical of any population, the most untypical first. */
export function mostUntypical(
  scores: readonly ComparedScore[],
  results: readonly FeatureResult[],
  populations: readonly Population[],
): ComparedScore[] {
  const degree = ({ functionId, name }: ComparedScore) => {
    const result = results.find(({ feature_extraction_func }) => feature_extraction_func.id === functionId)
    return Math.max(0, ...populations.map(({ id }) => result?.semaphore?.[id]?.[name] ?? 0))
  }
  return scores.toSorted((a, b) => degree(b) - degree(a)).slice(0, drawn)
}
