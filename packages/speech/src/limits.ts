/** What a value needs in order to be reliable. */
export type Limits = {
  /** Periods below which jitter and shimmer are withheld. */
  readonly fewestPeriods: number
}

/** Titze 1995, "Workshop on acoustic voice analysis": perturbation of fewer periods than 100 varies by chance. */
export const usualLimits: Limits = { fewestPeriods: 100 }
