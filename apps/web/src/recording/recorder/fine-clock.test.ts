import { expect, test } from 'vitest'
import type { ClockLoss } from './clock-watch.ts'
import { createFineClock } from './fine-clock.ts'

const rate = 48_000
const batchFrames = 1024
/** Browsers round the page's clock to this. */
const tickSeconds = 0.001

/** How an engine delivers: in calls of so many frames, each late by a random time of this mean, some of them later. */
type Engine = { callFrames: number; lateSeconds: number; spikes: number; spikeSeconds: number; drift: number }

const engines = {
  quiet: { callFrames: 128, lateSeconds: 0.001, spikes: 0.01, spikeSeconds: 0.01, drift: 1e-4 },
  busy: { callFrames: 1024, lateSeconds: 0.006, spikes: 0.02, spikeSeconds: 0.03, drift: 1e-4 },
  'out of step': { callFrames: 960, lateSeconds: 0.004, spikes: 0.05, spikeSeconds: 0.02, drift: -1e-4 },
  coarse: { callFrames: 3600, lateSeconds: 0.004, spikes: 0.02, spikeSeconds: 0.03, drift: 1e-4 },
  overloaded: { callFrames: 1024, lateSeconds: 0.02, spikes: 0.1, spikeSeconds: 0.1, drift: 1e-4 },
} satisfies Record<string, Engine>

/** Each seed gives one order of delays, the same at every call. */
function createChance(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return { next, wait: (mean: number) => -mean * Math.log(next()) }
}

/** Plays some seconds, in which the sound once stands still. */
function play(engine: Engine, seconds: number, seed: number, stop: { at: number; length: number } | null = null) {
  const clock = createFineClock()
  const chance = createChance(seed)
  const found: ClockLoss[] = []
  const keep = (loss: ClockLoss | null) => loss !== null && found.push(loss)
  let observed = 0
  let now = 0
  let coarsest = 0
  for (let frames = engine.callFrames; frames < seconds * rate; frames += engine.callFrames) {
    const heard = frames / rate
    const stood = stop !== null && heard > stop.at ? stop.length : 0
    const late =
      chance.wait(engine.lateSeconds) + (chance.next() < engine.spikes ? chance.wait(engine.spikeSeconds) : 0)
    now = Math.max(now, (heard + stood) * (1 + engine.drift) + late)
    for (; observed + batchFrames <= frames; observed += batchFrames) {
      const arrival = 100 + Math.floor(now / tickSeconds) * tickSeconds
      keep(clock.observe((observed + batchFrames) / rate, arrival))
      if (heard > 4) coarsest = Math.max(coarsest, clock.resolutionSeconds())
    }
  }
  keep(clock.settle(100 + now))
  return { found, coarsest, lost: found.reduce((sum, { lostSeconds }) => sum + lostSeconds, 0) }
}

const seeds = Array.from({ length: 60 }, (_, i) => (i + 1) * 7919)

test.each<[keyof typeof engines, number]>([
  ['quiet', 0.011],
  ['busy', 0.011],
  ['out of step', 0.04],
  ['coarse', 0.06],
])(
  'an hour of complete %s deliveries has no loss, and losses above its stated resolution would be found',
  (name, most) => {
    for (const seed of seeds) {
      const { found, coarsest } = play(engines[name], 60, seed)
      expect(found).toEqual([])
      expect(coarsest).toBeLessThan(most)
    }
  },
)

test.each<[keyof typeof engines, number, number]>([
  ['quiet', 0.015, 60],
  ['busy', 0.015, 60],
  ['out of step', 0.04, 60],
  ['coarse', 0.04, 60],
])('of 60 losses in %s deliveries, each of %d s, %d are found with their length', (name, length, times) => {
  const found = seeds.filter((seed, i) => {
    const { lost } = play(engines[name], 20, seed, { at: 9 + i / 60, length })
    return Math.abs(lost - length) < length / 2
  })
  expect(found.length).toBe(times)
})

test('an overloaded machine raises the stated resolution, with at most twelve false losses in an hour', () => {
  const hour = seeds.map((seed) => play(engines.overloaded, 60, seed))
  expect(hour.flatMap(({ found }) => found).length).toBeLessThanOrEqual(12)
  expect(Math.max(...hour.map(({ coarsest }) => coarsest))).toBeGreaterThan(0.1)
})

test('a loss is placed where the deliveries became late', () => {
  const { found } = play(engines.busy, 20, 1, { at: 9, length: 0.04 })
  expect(found).toHaveLength(1)
  expect(found[0]!.atSeconds).toBeGreaterThan(8.4)
  expect(found[0]!.atSeconds).toBeLessThan(9.6)
})

test('a loss in the last half second of a take is found', () => {
  const { lost } = play(engines.busy, 9.6, 1, { at: 9.1, length: 0.04 })
  expect(lost).toBeCloseTo(0.04, 2)
})

test('a loss is taken back when the frames arrive after all', () => {
  const clock = createFineClock()
  const losses = Array.from({ length: 1000 }, (_, i) =>
    clock.observe(i * 0.02, i * 0.02 + (i >= 300 && i < 500 ? 0.05 : 0)),
  ).filter((loss) => loss !== null)
  expect(losses.map(({ lostSeconds }) => Math.sign(lostSeconds))).toEqual([1, -1])
  expect(losses.reduce((sum, { lostSeconds }) => sum + lostSeconds, 0)).toBeCloseTo(0, 3)
})

test('small losses add up until they are found', () => {
  const clock = createFineClock()
  const lost = Array.from({ length: 1000 }, (_, i) => clock.observe(i * 0.02, i * 0.02 + 0.006 * Math.floor(i / 50)))
    .filter((loss) => loss !== null)
    .reduce((sum, { lostSeconds }) => sum + lostSeconds, 0)
  expect(lost).toBeGreaterThan(0.05)
})

test('before anything is learnt, only a long loss counts', () => {
  expect(createFineClock().resolutionSeconds()).toBe(0.1)
})
