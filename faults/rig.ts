import type { Clinic } from './clinic.ts'

export type RigContext = {
  clinic: Clinic
  /** A form of a few seconds, which `npm test` runs. */
  short: boolean
  /** Evenly distributed in 0..1, the same for the same seed. */
  random: () => number
}

export type RigResult = {
  counts: Record<string, number | string>
  /** What the product promised and did not keep; empty when the rig is passed. */
  failures: string[]
  /** Why the rig could not run on this machine. */
  leftOut?: string
}

export type Rig = {
  name: string
  title: string
  /** Needs Chromium and the built web pages. */
  inBrowser?: true
  /** Takes too long for `npm test`, unless it is named. */
  longOnly?: true
  run(context: RigContext): Promise<RigResult>
}

export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
