import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { seededRandom } from '../../render/random.ts'
import { type Figures, simulateCalls } from './calls.ts'
import type { Costs } from './costs.ts'
import type { Setup } from './site.ts'

const range = z.tuple([z.number(), z.number()])
const Run = z.strictObject({
  name: z.enum(['R1', 'R1 doubled', 'R2', 'R2 doubled']),
  /** Costs are fitted to the runs to calibrate, never to those to predict. */
  use: z.enum(['calibrate', 'predict']),
  readP95Ms: z.number(),
  itemP95Ms: z.number(),
  refusedShare: z.number().optional(),
})
export type Run = z.infer<typeof Run>
const Measured = z.strictObject({ source: z.string(), callMs: range, measuringSeconds: range, runs: z.array(Run) })

export const measured = Measured.parse(
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'measured.json'), 'utf8')),
)
/** How far a prediction may be from what was measured. */
export const tolerance = 0.2

/** R1 and R2 of `npm run test:load`: two processors for everything, the generator too. */
const r1: Setup = {
  processors: { shared: 2 },
  webProcesses: 1,
  measuringProcesses: 1,
  storage: 'disk',
  hasProxy: false,
  hasGenerator: true,
}
const r2: Setup = { ...r1, webProcesses: 2, measuringProcesses: 4, storage: 's3', hasProxy: true }

function repeatRun(name: Run['name'], costs: Costs, { seed = '1', seconds = 240 } = {}): Figures {
  const isR1 = name.startsWith('R1')
  const load = { clinicians: isR1 ? 200 : 400, factor: name.endsWith('doubled') ? 2 : 1, seconds, warmingSeconds: 60 }
  return simulateCalls(isR1 ? r1 : r2, costs, { ...load, seed })
}

export type Comparison = { run: Run; figure: string; measured: number; modelled: number; deviation: number }

export function compare(costs: Costs, runs: readonly Run[], seed?: string): Comparison[] {
  return runs.flatMap((run) => {
    const figures = repeatRun(run.name, costs, seed === undefined ? {} : { seed })
    const row = (figure: string, measured: number, modelled: number): Comparison => ({
      run,
      figure,
      measured,
      modelled,
      deviation: modelled / measured - 1,
    })
    return [
      row('reads p95, ms', run.readP95Ms, figures.readMs.p95),
      row('item acknowledged p95, ms', run.itemP95Ms, figures.itemMs.p95),
      ...(run.refusedShare === undefined
        ? []
        : [row('refused, %', 100 * run.refusedShare, 100 * figures.refusedShare)]),
    ]
  })
}

export const isValidated = ({ deviation }: Comparison) => Math.abs(deviation) <= tolerance

type Fitted = { from: number; to: number; get(costs: Costs): number; set(costs: Costs, value: number): void }
const itemOf = (costs: Costs) => costs.calls.find(({ name }) => name === 'item')!

/** What is fitted, and within which limits: all other costs were measured or are stated assumptions. */
const fitted: Fitted[] = [
  {
    from: measured.callMs[0],
    to: measured.callMs[1],
    get: ({ callMs }) => callMs,
    set: (costs, callMs) => Object.assign(costs, { callMs }),
  },
  { from: 5, to: 80, get: (costs) => itemOf(costs).ms, set: (costs, ms) => Object.assign(itemOf(costs), { ms }) },
  { from: 5, to: 60, get: ({ pause }) => pause.ms, set: ({ pause }, ms) => Object.assign(pause, { ms }) },
  {
    from: 0.3,
    to: 10,
    get: ({ pause }) => pause.everySeconds,
    set: ({ pause }, everySeconds) => Object.assign(pause, { everySeconds }),
  },
  { from: 5, to: 100, get: ({ disk }) => disk.waitMs, set: ({ disk }, waitMs) => Object.assign(disk, { waitMs }) },
  { from: 5, to: 400, get: ({ s3 }) => s3.waitMs, set: ({ s3 }, waitMs) => Object.assign(s3, { waitMs }) },
]

/**
 * Looks for the costs that repeat the runs to calibrate best: the least sum of squared logarithms of modelled over
 * measured. Each try changes some of the best costs so far, less and less.
 */
export function calibrate(costs: Costs, tries: number, report: (line: string) => void): Costs {
  const { uniform, normal } = seededRandom('calibration')
  const runs = measured.runs.filter(({ use }) => use === 'calibrate')
  const errorOf = (some: Costs) =>
    compare(some, runs).reduce((sum, { deviation }) => sum + Math.log(1 + deviation) ** 2, 0)
  let best = { costs, error: errorOf(costs) }
  for (let i = 0; i < tries; i++) {
    const width = 0.5 * (1 - i / tries) + 0.05
    const tried = structuredClone(best.costs)
    for (const { from, to, get, set } of fitted)
      if (uniform() < 0.4) set(tried, Math.min(to, Math.max(from, get(tried) * Math.exp(width * normal()))))
    const error = errorOf(tried)
    if (error < best.error) best = { costs: tried, error }
    report(`try ${i + 1}: ${error.toFixed(4)}, best ${best.error.toFixed(4)}`)
  }
  return best.costs
}
