import { seededRandom } from '../../render/random.ts'
import { quantile } from '../watch.ts'
import { createClock } from './clock.ts'
import { type Costs, perMinute } from './costs.ts'
import { createMachine } from './machine.ts'
import { createStation } from './station.ts'

/** The share of examiners that work, by hour of the day. */
export type Profile = readonly number[]
export type Day = { examiners: number; profile: Profile; processors: number; campaignItems: number; seed: string }
type AnalysisFigures = {
  live: { arrived: number; served: number; waiting: number }
  /** Of recordings that somebody waits for. */
  peak: number
  waitMinutes: { p50: number; p95: number; longest: number }
  busyShare: number
  campaignDone: number
}

const secondsPerHour = 3600
const processorSecondsPerItem = (costs: Costs) => (costs.measuringSeconds * costs.itemSeconds) / 60
const itemsPerHour = (examiners: number) => examiners * perMinute.items * 60

/** A day of the analysis: new recordings come before those of a campaign, and each is finished once it has begun. */
export function simulateAnalysis(costs: Costs, { examiners, profile, processors, campaignItems, seed }: Day) {
  const clock = createClock()
  const { uniform } = seededRandom(seed)
  const machine = createMachine(clock, processors)
  const station = createStation(machine, processors, 'measuring')
  const seconds = processorSecondsPerItem(costs)
  const waits: number[] = []
  let [arrived, served, waiting, peak, campaignDone] = [0, 0, 0, 0, 0]
  const sendItem = () => {
    const sent = clock.now()
    arrived++
    peak = Math.max(peak, ++waiting)
    const begun = () => {
      waiting--
      waits.push((clock.now() - sent) / 60)
    }
    station.add(seconds, () => served++, { begun })
  }
  for (let i = 0; i < campaignItems; i++) station.add(seconds, () => campaignDone++, { isUrgent: false })
  for (const [hour, share] of profile.entries()) {
    const perSecond = (itemsPerHour(examiners) * share) / secondsPerHour
    if (perSecond === 0) continue
    const end = (hour + 1) * secondsPerHour
    const next = () => {
      const gap = -Math.log(1 - uniform()) / perSecond
      if (clock.now() + gap >= end) return
      clock.after(gap, () => {
        sendItem()
        next()
      })
    }
    clock.after(hour * secondsPerHour, next)
  }
  const daySeconds = profile.length * secondsPerHour
  clock.runUntil(daySeconds)
  const figures: AnalysisFigures = {
    live: { arrived, served, waiting },
    peak,
    waitMinutes: {
      p50: quantile(waits, 0.5),
      p95: quantile(waits, 0.95),
      longest: waits.reduce((longest, wait) => Math.max(longest, wait), 0),
    },
    busyShare: machine.used('measuring') / daySeconds / processors,
    campaignDone,
  }
  return figures
}

/**
 * The fewest processors with which no recording waits longer than the goal, and the queue is empty the next morning.
 * Recordings flow evenly here; `simulateAnalysis` says what chance adds.
 */
export function processorsFor(costs: Costs, examiners: number, profile: Profile, goalMinutes: number): number {
  const seconds = processorSecondsPerItem(costs)
  const arriving = profile.map((share) => itemsPerHour(examiners) * share)
  const total = arriving.reduce((sum, items) => sum + items, 0)
  const isEnough = (processors: number) => {
    const perHour = (secondsPerHour / seconds) * processors
    let [waiting, longest] = [0, 0]
    for (const items of arriving) {
      waiting = Math.max(0, waiting + items - perHour)
      longest = Math.max(longest, waiting)
    }
    return waiting === 0 && (longest / perHour) * 60 <= goalMinutes && total < perHour * profile.length
  }
  let processors = 1
  while (!isEnough(processors)) processors++
  return processors
}

/** Items of a day, and what they take in a year of working days. */
export function storagePerYear(costs: Costs, examiners: number, profile: Profile, workingDays: number) {
  const perDay = itemsPerHour(examiners) * profile.reduce((sum, share) => sum + share, 0)
  const items = perDay * workingDays
  return {
    items,
    storeTerabytes: (items * costs.itemMegabytes) / 1e6,
    databaseTerabytes: (items * costs.databaseKilobytesPerItem) / 1e9,
  }
}
