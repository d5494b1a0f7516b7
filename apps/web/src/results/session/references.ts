import type { FeatureResult, Population } from '@fonema/contract'

const coverage = (results: readonly FeatureResult[], { id }: Population) =>
  results.reduce((sum, result) => sum + Object.keys(result.percentiles[id] ?? {}).length, 0)

/** The reference without a diagnosis: one of real people before invented numbers, then the one with most scores. */
export function referenceOf(
  populations: readonly Population[],
  results: readonly FeatureResult[],
): Population | undefined {
  return populations
    .filter(({ is_reference }) => is_reference)
    .toSorted(
      (a, b) => Number(a.is_synthetic) - Number(b.is_synthetic) || coverage(results, b) - coverage(results, a),
    )[0]
}
