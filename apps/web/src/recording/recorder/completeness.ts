import type { Completeness } from '@fonema/contract'

/** A coarser clock proves nothing. */
const coarsestSeconds = 0.1

export type Proof = { completeness: Completeness; resolutionSeconds: number | null }

/**
 * What proves that a take is whole. `verified`: every sample was compared with the track's own. `by_clock`: the clock
 * would have shown a longer standstill than its resolution; samples that the browser drops while it goes on counting
 * show in no clock. `unverified`: deliveries scattered too much for the clock, too.
 */
export function createCompleteness() {
  let isCompared = true
  let coarsest = 0
  return {
    start() {
      isCompared = true
      coarsest = 0
    },
    /** For each batch of a running take. */
    observe(isComparing: boolean, resolutionSeconds: number) {
      isCompared &&= isComparing
      coarsest = Math.max(coarsest, resolutionSeconds)
    },
    /** `isSettled`: the comparison has reached the take's end. */
    result(isSettled: boolean): Proof {
      if (isCompared && isSettled) return { completeness: 'verified', resolutionSeconds: null }
      if (coarsest > coarsestSeconds) return { completeness: 'unverified', resolutionSeconds: null }
      return { completeness: 'by_clock', resolutionSeconds: coarsest }
    },
  }
}
