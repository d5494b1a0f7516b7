import { clearWithin, outer, outsideShare, silentFrom } from './rules.ts'

type Direction = 'higher_better' | 'lower_better' | 'neutral'

/** Percentiles, 0 to 100. */
type Interval = { low: number; high: number }

/** What many people share covers a range of percentiles, and says no more than its nearer end. */
export const withTie = ({ low, high }: Interval, tie: { from: number; to: number } | undefined): Interval => ({
  low: Math.min(low, tie?.from ?? low),
  high: Math.max(high, tie?.to ?? high),
})

export type Outside = {
  side: 'low' | 'high'
  /** The interval reaches so far inwards that the value is only perhaps outside. */
  isCareful: boolean
  /** How far outside: 1 is the threshold. */
  strength: number
}

/**
 * Whether a value lies outside its reference: on the unfavourable side of a measure with a direction, on either side of
 * a neutral one. Null: it does not.
 */
export function outsideOf(percentile: number, { low, high }: Interval, direction: Direction): Outside | null {
  const side = percentile < 50 ? 'low' : 'high'
  if (direction === 'higher_better' && side === 'high') return null
  if (direction === 'lower_better' && side === 'low') return null
  // Mirrored to the low side.
  const at = side === 'low' ? percentile : 100 - percentile
  const inner = side === 'low' ? high : 100 - low
  if (at > outer || inner >= silentFrom) return null
  return { side, isCareful: inner > clearWithin, strength: outer / Math.max(at, 0.5) }
}

/** The share of a reference's people who have such a value: beyond one end or beyond both. */
export const shareOutside = (direction: Direction): number =>
  direction === 'neutral' ? outsideShare.neutral : outsideShare.directed
