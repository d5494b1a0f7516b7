import type { FeatureDisplay, ItemResponse, Population } from '@fonema/contract'
import { isShown, rowsOf, standingOut } from '../session/metrics-rows.ts'
import { populationsOf } from '../session/populations.ts'
import { referenceOf } from '../session/references.ts'

/** The name of the measure that the charts open with: the first that stands out; null: none does. */
export function openingMeasure(
  answer: ItemResponse,
  display: FeatureDisplay,
  all: readonly Population[],
): string | null {
  const results = answer.feature_extraction_res
  const reference = referenceOf(populationsOf(results, all), results)
  return standingOut(rowsOf(answer, display, { reference, since: null }).filter(isShown))[0]?.score.name ?? null
}
