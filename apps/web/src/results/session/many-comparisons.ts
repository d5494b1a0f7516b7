import type { FeatureResult } from '@fonema/contract'
import { placeOf } from './semaphore-band.ts'

/** Fewer comparisons need no warning. */
const fewest = 10
/** A person of the population has a "very low" or "very high" value in this share of all comparisons. */
const outsideShare = 2 * (1 - 0.97725)

type Shown = { result: FeatureResult; scores: readonly { name: string }[] }

/**
 * How many of the values compared with a population are very low or very high, and how many would be by chance alone.
 *
 * @returns null for a handful of values
 */
export function outsideByChance(shown: readonly Shown[], populationId: string) {
  const percentiles = shown.flatMap(({ result, scores }) =>
    scores.flatMap(({ name }) => result.percentiles[populationId]?.[name] ?? []),
  )
  if (percentiles.length < fewest) return null
  const found = percentiles.filter((percentile) => placeOf(percentile).startsWith('very_')).length
  return { compared: percentiles.length, expected: outsideShare * percentiles.length, found }
}
