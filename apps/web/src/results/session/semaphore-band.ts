export const bands = ['green', 'yellow', 'orange', 'red'] as const
export type Band = (typeof bands)[number]

const limits = [0.25, 0.5, 0.75]

/** The colour for how untypical a score is: up to 0.25 green, up to 0.5 yellow, up to 0.75 orange, above that red. */
export const bandOf = (value: number): Band => bands[limits.filter((limit) => value > limit).length]!

// The percentiles at which a normal score reaches the bands' limits: 2/3, 4/3 and 2 standard deviations.
const [slight, marked, extreme] = [74.7507, 90.8789, 97.725]

/** Where a percentile lies in its population, on either side. A band counts only the unfavourable side. */
export function placeOf(percentile: number) {
  const distance = Math.max(percentile, 100 - percentile)
  if (distance <= slight) return 'typical'
  const side = percentile > 50 ? 'high' : 'low'
  if (distance <= marked) return `slightly_${side}` as const
  return distance <= extreme ? side : (`very_${side}` as const)
}

/** A percentile for display, never 0 or 100: nobody is below or above all others for certain. */
export function percentileText(percentile: number): string {
  if (percentile < 1) return '<1'
  return percentile > 99 ? '>99' : String(Math.round(percentile))
}
