import type { Clinic } from './clinic.ts'

type ScenarioContext = {
  clinic: Clinic
  /** A form of a few seconds, which `npm run test:all` runs. */
  short: boolean
  /** Evenly distributed in 0..1, the same for the same seed. */
  random: () => number
}

export type ScenarioResult = {
  counts: Record<string, number | string>
  /** Promises that the product did not keep; empty when the scenario passes. */
  failures: string[]
  /** Why the scenario could not run on this machine. */
  leftOut?: string
}

export type Scenario = {
  name: string
  title: string
  /** Needs Chromium and the built web pages. */
  inBrowser?: true
  /** Takes too long for `npm run test:all`, unless it is named. */
  longOnly?: true
  run(context: ScenarioContext): Promise<ScenarioResult>
}

export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
