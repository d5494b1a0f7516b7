import { outsideOf, withTie } from '@fonema/findings/outside'
import type { Direction } from '@fonema/speech/measures'

type Interval = { low: number; high: number }
type Tie = { from: number; to: number }

/** Whether a value lies outside its reference, by the rule of the findings. `clear`: its whole interval does, too. */
export function placeOutside(
  percentile: number | undefined,
  interval: Interval | undefined,
  tie: Tie | undefined,
  direction: Direction,
): 'clear' | 'careful' | null {
  if (percentile === undefined) return null
  const found = outsideOf(percentile, withTie(interval ?? { low: percentile, high: percentile }, tie), direction)
  return found && (found.isCareful ? 'careful' : 'clear')
}
