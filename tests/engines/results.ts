import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Completeness } from '@fonema/contract'

/** The rows of the matrix, in their order. */
export const steps = [
  'sign-in',
  'check',
  'record',
  'verdict',
  'known sound',
  'offline',
  'microphone lost',
  'outbox after a kill',
  'result',
  'evolution',
  'report',
  'studio',
] as const
export type Step = (typeof steps)[number]

/** `reason` is for readers of the page. */
export type Outcome = { is: 'works' } | { is: 'fails' | 'not tried'; reason: string }

/** `equal`: every sample. `told`: it differs where a gap is stored. `untold`: it differs, and nothing says so. */
export type SoundCounts = {
  runs: number
  equal: number
  told: number
  untold: number
  /** Frames lost without a gap: in all, and at most at once. */
  untoldFrames: number
  longestUntoldFrames: number
  completeness: Partial<Record<Completeness | 'unknown', number>>
}

export type EngineResult = {
  engine: string
  version: string
  date: string
  steps: Partial<Record<Step, Outcome>>
  /** Null: the microphone step was not reached. */
  lacks: string[] | null
  sound: SoundCounts | null
}
export type Results = Record<string, EngineResult>

const resultsFile = path.join(import.meta.dirname, 'results.json')
export const documentFile = path.resolve(import.meta.dirname, '../../docs/browsers.md')

export const readResults = (): Results => (existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {})

/** Replaces the result of one engine. @returns the steps that worked before and do not any more */
export function keepResult(name: string, result: EngineResult): Step[] {
  const known = readResults()
  writeFileSync(resultsFile, `${JSON.stringify({ ...known, [name]: result }, null, 2)}\n`)
  return steps.filter((step) => known[name]?.steps[step]?.is === 'works' && result.steps[step]?.is !== 'works')
}
