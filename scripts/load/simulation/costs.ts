import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const ms = z.number().nonnegative()

const Call = z.strictObject({
  name: z.string(),
  /** `measured` is docs/measurements/2026-11-22-growth.md. */
  from: z.enum(['measured', 'fitted', 'assumed']),
  kind: z.enum(['read', 'upload', 'refresh', 'write', 'login']),
  /** Processor time of the web process and the database together, before it is scaled to `callMs`. */
  ms,
  /** Round trips to the database. */
  statements: z.int().positive(),
})
export type Call = z.infer<typeof Call>

export const Costs = z.strictObject({
  calls: z.array(Call),
  /** Processor time of the mean call: the times of `calls` are scaled to it. */
  callMs: ms,
  /** Of a call's time, the part of the web process. The rest is the database's. */
  webShare: z.number().min(0).max(1),
  /** How unequal calls of a kind are: sigma of a log-normal distribution with mean 1. */
  variation: ms,
  /** What a web process takes to read a call before it may refuse it. */
  acceptMs: ms,
  proxyMs: ms,
  generatorMs: ms,
  /** Times in which a web process answers nobody: memory that is collected, turns of long work. */
  pause: z.strictObject({ ms, everySeconds: z.number().positive() }),
  /** Of the thread pool of the web process: the hash of a password. */
  signInMs: ms,
  /** Until an item is safe, beside the processor. */
  disk: z.strictObject({ waitMs: ms, processorMs: ms }),
  s3: z.strictObject({ waitMs: ms, processorMs: ms }),
  /** Processor seconds for a recorded minute. */
  measuringSeconds: z.number().positive(),
  itemSeconds: z.number().positive(),
  itemMegabytes: z.number().positive(),
  databaseKilobytesPerItem: z.number().positive(),
})
export type Costs = z.infer<typeof Costs>

export const standardCosts = path.join(import.meta.dirname, 'costs.json')
export const readCosts = (file: string): Costs => Costs.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Calls per minute of a clinician on average, as `clinician.ts` makes them: three in ten record, two in ten look at a result. */
export const perMinute = { pages: 4, refreshes: 1, polls: 0.2 * 6, items: 0.3 * 3 }
/** The calls that a page makes at the same time. One of the pages is opened at random. */
export const pages = [
  ['list of participants', 'agenda', 'current user'],
  ['surveys of a participant', 'files of a participant', 'evolution', 'sessions of a participant'],
  ['populations', 'measures that are shown', 'result page'],
] as const
export const itemsPerSession = 4
export const secondsBetweenLogins = 5

/** Calls a minute of each kind, without sign-ins. */
export function ratesOf(clinicians: number): Map<string, number> {
  const each = new Map<string, number>()
  for (const page of pages) for (const name of page) each.set(name, (clinicians * perMinute.pages) / pages.length)
  each.set('result page, looked at', clinicians * perMinute.polls)
  each.set('refresh', clinicians * perMinute.refreshes)
  each.set('item', clinicians * perMinute.items)
  each.set('session', (clinicians * perMinute.items) / itemsPerSession)
  return each
}

/** The calls with their times scaled, so that the mean call takes `callMs`. */
export function scaledCalls(costs: Costs): Map<string, Call> {
  const rates = ratesOf(1)
  const total = [...rates.values()].reduce((sum, rate) => sum + rate, 0)
  const of = (name: string) => costs.calls.find((call) => call.name === name) ?? missing(name)
  const mean = [...rates].reduce((sum, [name, rate]) => sum + of(name).ms * rate, 0) / total
  return new Map(costs.calls.map((call) => [call.name, { ...call, ms: (call.ms * costs.callMs) / mean }]))
}

function missing(name: string): never {
  throw new Error(`the costs lack the call "${name}"`)
}
