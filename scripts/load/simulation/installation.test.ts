import { expect, test } from 'vitest'
import { seededRandom } from '../../render/random.ts'
import { processorsFor, simulateAnalysis } from './analysis.ts'
import { simulateCalls } from './calls.ts'
import { ceiling, cellsFor, examinersPerDatabase, loadOf, planCells } from './cells.ts'
import { createClock } from './clock.ts'
import { ratesOf, readCosts, scaledCalls, standardCosts } from './costs.ts'
import { createMachine } from './machine.ts'
import { type Outcome, openSite, type Setup } from './site.ts'
import { type Comparison, measured } from './validate.ts'
import { describeValidation } from './validation-report.ts'
import { createWebProcess, shedding } from './web-process.ts'

const costs = readCosts(standardCosts)
const setup: Setup = {
  processors: { shared: 2 },
  webProcesses: 2,
  measuringProcesses: 2,
  storage: 's3',
  hasProxy: true,
  hasGenerator: true,
}
const load = { clinicians: 100, factor: 1, seconds: 30, warmingSeconds: 5, seed: '1' }

test('a run is repeatable, and another seed gives another run', () => {
  const figures = simulateCalls(setup, costs, load)
  expect(simulateCalls(setup, costs, load)).toEqual(figures)
  expect(simulateCalls(setup, costs, { ...load, seed: '2' })).not.toEqual(figures)
})

test('calls arrive as often as the load test makes them', () => {
  const { callsPerSecond } = simulateCalls(setup, costs, { ...load, seconds: 300 })
  // 200 clinicians made 55.2 a second.
  expect(Math.abs(callsPerSecond / (55.2 / 2) - 1)).toBeLessThan(0.05)
})

test('the mean call takes the processor time that was measured', () => {
  const calls = scaledCalls(costs)
  const rates = [...ratesOf(1)]
  const total = rates.reduce((sum, [, rate]) => sum + rate, 0)
  const mean = rates.reduce((sum, [name, rate]) => sum + calls.get(name)!.ms * rate, 0) / total
  expect(mean).toBeCloseTo(costs.callMs, 6)
})

test('a web process refuses reads beyond a hundred in flight, and beyond ten when it is late', () => {
  const clock = createClock()
  const web = createWebProcess(clock, createMachine(clock, 1))
  const admitted = () => Array.from({ length: 200 }, () => web.admit()).filter(Boolean).length
  clock.runUntil(1)
  expect(admitted()).toBe(shedding.maxReads)
  for (let i = 0; i < shedding.maxReads; i++) web.release()
  web.thread.add(3, () => {})
  clock.runUntil(2)
  expect(admitted()).toBe(shedding.maxReads)
  for (let i = 0; i < shedding.maxReads; i++) web.release()
  clock.runUntil(3)
  expect(admitted()).toBe(shedding.maxReadsWhenLate)
})

test('under overload, each call that arrived was answered or refused, and none is left once calls stop', () => {
  const clock = createClock()
  const site = openSite(clock, setup, costs, seededRandom('1'))
  const ended: Record<Outcome, number> = { answered: 0, refused: 0 }
  for (let i = 0; i < 1000; i++)
    clock.after(i / 1000, () => {
      for (const name of ['result page', 'item']) site.call(name, (outcome) => ended[outcome]++)
    })
  clock.runUntil(2)
  expect(ended.answered + ended.refused).toBeLessThan(2000)
  clock.runUntil(1000)
  expect(ended.refused).toBeGreaterThan(100)
  expect(ended.answered + ended.refused).toBe(2000)
  expect(site.counts).toMatchObject({ arrived: 2000, ...ended })
})

test('an overloaded installation refuses reads, and a larger machine does not', () => {
  const heavy = { ...load, clinicians: 1000 }
  const refused = (shared: number) => simulateCalls({ ...setup, processors: { shared } }, costs, heavy).refusedShare
  expect(refused(2)).toBeGreaterThan(0.1)
  expect(refused(16)).toBe(0)
})

const workday = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]

test('new recordings wait no longer when a campaign is open, and the campaign uses what they leave', () => {
  const day = { examiners: 40, profile: workday, processors: 1, campaignItems: 0, seed: '1' }
  const alone = simulateAnalysis(costs, day)
  const beside = simulateAnalysis(costs, { ...day, campaignItems: 200_000 })
  const serviceMinutes = (costs.measuringSeconds * costs.itemSeconds) / 60 / 60
  expect(beside.live).toEqual(alone.live)
  expect(beside.live).toMatchObject({ served: beside.live.arrived, waiting: 0 })
  // At most one recording of the campaign has begun before.
  expect(beside.waitMinutes.longest).toBeLessThan(alone.waitMinutes.longest + 2 * serviceMinutes)
  expect(beside.campaignDone).toBeGreaterThan(10_000)
  expect(beside.busyShare).toBeCloseTo(1, 3)
})

test('as many processors as the goal needs, and one fewer misses it', () => {
  const goalMinutes = 60
  const processors = processorsFor(costs, 200, workday, goalMinutes)
  const longest = (some: number) =>
    simulateAnalysis(costs, { examiners: 200, profile: workday, processors: some, campaignItems: 0, seed: '1' })
      .waitMinutes.longest
  // Chance adds some minutes to an even flow.
  expect(longest(processors)).toBeLessThan(goalMinutes * 1.05)
  expect(longest(processors - 1)).toBeGreaterThan(goalMinutes * 0.95)
})

test('a cell has as many examiners as its database carries, and a larger one more', () => {
  const most = examinersPerDatabase(costs, 2)
  expect(most * loadOf(costs).database).toBeLessThanOrEqual(1.4)
  expect([most, most + 1].map((examiners) => cellsFor(costs, examiners, 2))).toEqual([1, 2])
  expect(examinersPerDatabase(costs, 8)).toBeGreaterThan(3.9 * most)
})

test('plans machines for web, database, store and workers, none of which is overloaded', () => {
  const settings = { profile: workday, goalMinutes: 60, workingDays: 220 }
  const planned = planCells(costs, { examiners: 200, processors: 2, ...settings })
  expect(planned.machines).toMatchObject({ web: 2, database: 3, store: 1 })
  expect(Math.max(...Object.values(planned.busy))).toBeLessThanOrEqual(ceiling)
  expect(planned.analysis.waitMinutes.longest).toBeLessThan(65)
  expect(planned.machinesInAll).toBe(6 + planned.machines.workers)
  expect(planned.connections).toBe(4 * 37 + planned.machines.workers * 16)
})

test('a prediction that is more than a fifth off is called not validated; one that was fitted to is no proof', () => {
  const [fitted, predicted] = [measured.runs[0]!, measured.runs.at(-1)!]
  const row = (run: typeof fitted, modelled: number): Comparison => ({
    run,
    figure: 'reads p95, ms',
    measured: 100,
    modelled,
    deviation: modelled / 100 - 1,
  })
  expect(describeValidation(measured, [row(fitted, 300), row(predicted, 119)])).toContain('Every predicted figure')
  const missed = describeValidation(measured, [row(fitted, 100), row(predicted, 79)])
  expect(missed).toContain('**Not validated for R2 doubled: reads p95, ms**')
  expect(missed).toContain('| R2 doubled | reads p95, ms | 100 | 79.0 | -21 % | **predicted, missed** |')
})

test('costs are fitted to no run that is to be predicted', () => {
  expect(measured.runs.filter(({ use }) => use === 'predict').map(({ name }) => name)).toEqual(['R2 doubled'])
})
