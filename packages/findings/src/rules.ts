// The thresholds of the findings (docs/decisions/0280-findings-by-rules.md).

/**
 * A value stands out beyond the 5th or 95th percentile, the usual limit of clinical norms (1.64 standard deviations in a
 * normal distribution).
 *
 * @see Crawford & Garthwaite 2002, Neuropsychologia 40, 1196–1208
 */
export const outer = 5
/** Up to this end of the interval, the value is clearly outside: the interval does not reach the middle 80 %. */
export const clearWithin = 10
/** An interval that reaches into the middle half says nothing: the value is left out. */
export const silentFrom = 25

/** The share of the people of a norm who are outside: on one side for a measure with a direction, on both for others. */
export const outsideShare = { directed: outer / 100, neutral: (2 * outer) / 100 }
/** By its definition, the error of measurement is exceeded by 5 of 100 people without any change. */
export const changeShare = 0.05
/** Fewer comparisons need no word about chance. */
export const fewestForChance = 10

/** At most this many findings are shown. */
export const mostFindings = 5
/** Weak findings (`note`) only fill up to here. */
export const enoughFindings = 3

/** A gap between words that may be listened to as a pause, s. */
export const shortestPause = 0.3
/** Heard before and after the moment, s. */
export const around = 1
