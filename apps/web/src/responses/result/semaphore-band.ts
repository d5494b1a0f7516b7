export const bands = ['green', 'yellow', 'orange', 'red'] as const
export type Band = (typeof bands)[number]

const limits = [0.25, 0.5, 0.75]

/** The colour of how untypical a score is: up to 0.25 green, up to 0.5 yellow, up to 0.75 orange, above red. */
export const bandOf = (value: number): Band => bands[limits.filter((limit) => value > limit).length]!

/** A percentile as it is read: nobody is below or above all others for certain. */
export function percentileText(percentile: number): string {
  if (percentile < 1) return '<1'
  return percentile > 99 ? '>99' : String(Math.round(percentile))
}
