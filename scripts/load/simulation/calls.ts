import { seededRandom } from '../../render/random.ts'
import { quantile } from '../watch.ts'
import { createClock } from './clock.ts'
import { type Costs, itemsPerSession, pages, perMinute, secondsBetweenLogins } from './costs.ts'
import { type Outcome, openSite, type Setup } from './site.ts'

export type Load = {
  clinicians: number
  /** 1, or 2 for the doubled load. */
  factor: number
  seconds: number
  /** Calls of this time at the beginning are not counted. */
  warmingSeconds: number
  seed: string
}
export type Figures = {
  readMs: Quantiles
  itemMs: Quantiles
  /** Of all calls. */
  refusedShare: number
  callsPerSecond: number
  /** Of each part, in processors. With a shared machine these parts are one. */
  busy: { web: number; database: number; store: number; measuring: number }
  counts: { arrived: number; answered: number; refused: number; unanswered: number }
  waitingToBeMeasured: number
}
type Quantiles = { p50: number; p95: number; p99: number }

/** The pages and the generator give a read up after ten seconds. */
const readSeconds = 10
const burst = 50
/** Items and refreshes that got no answer are sent again. */
const retrySeconds = 4

/** A clinic's day as `clinician.ts` makes it: calls arrive whether or not earlier ones were answered. */
export function simulateCalls(setup: Setup, costs: Costs, load: Load): Figures {
  const clock = createClock()
  const chance = seededRandom(load.seed)
  const site = openSite(clock, setup, costs, chance)
  const samples: { read: number[]; item: number[]; other: number[] } = { read: [], item: [], other: [] }
  let refused = 0
  const call = (name: string, kind: keyof typeof samples = 'read') => {
    const due = clock.now()
    const isRepeated = kind === 'item' || name === 'refresh'
    site.call(name, (outcome: Outcome) => {
      if (outcome === 'refused' && isRepeated) clock.after(retrySeconds, () => call(name, kind))
      if (due < load.warmingSeconds) return
      if (outcome === 'refused') refused++
      const seconds = clock.now() - due
      samples[kind].push(1000 * (kind === 'read' ? Math.min(readSeconds, seconds) : seconds))
    })
  }
  const byChance = (perSecond: number, arrive: () => void) => {
    const next = () =>
      clock.after(-Math.log(1 - chance.uniform()) / (perSecond * load.factor), () => {
        arrive()
        next()
      })
    next()
  }
  const byClock = (people: number, seconds: number, arrive: () => void) => {
    const again = () => {
      arrive()
      clock.after(seconds / load.factor, again)
    }
    for (let i = 0; i < people; i++) clock.after((chance.uniform() * seconds) / load.factor, again)
  }

  const { clinicians } = load
  byChance((clinicians * perMinute.pages) / 60, () => {
    for (const name of pages[Math.floor(chance.uniform() * pages.length)]!) call(name)
  })
  byClock(clinicians, 60 / perMinute.refreshes, () => call('refresh', 'other'))
  byClock(Math.round(clinicians * 0.2), 10, () => call('result page, looked at'))
  let items = 0
  byChance((clinicians * perMinute.items) / 60, () => {
    if (items++ % itemsPerSession === 0) call('session', 'other')
    call('item', 'item')
  })
  byChance(1 / secondsBetweenLogins, () => call('sign-in', 'other'))
  clock.after(load.warmingSeconds + load.seconds / 2, () => {
    for (let i = 0; i < burst; i++) call('sign-in', 'other')
  })

  const { machines } = site
  const usedNow = () => ({
    web: machines.web.used('calls'),
    database: machines.database.used('calls'),
    store: machines.store.used('calls'),
    measuring: machines.workers.used('measuring'),
  })
  clock.runUntil(load.warmingSeconds)
  const before = usedNow()
  clock.runUntil(load.warmingSeconds + load.seconds)
  const after = usedNow()
  const busy = (part: keyof Figures['busy']) => (after[part] - before[part]) / load.seconds
  const count = samples.read.length + samples.item.length + samples.other.length
  const { arrived, answered, refused: refusedInAll } = site.counts
  return {
    readMs: quantilesOf(samples.read),
    itemMs: quantilesOf(samples.item),
    refusedShare: refused / count,
    callsPerSecond: count / load.seconds,
    busy: { web: busy('web'), database: busy('database'), store: busy('store'), measuring: busy('measuring') },
    counts: { arrived, answered, refused: refusedInAll, unanswered: arrived - answered - refusedInAll },
    waitingToBeMeasured: site.measuring.counts().waiting,
  }
}

const quantilesOf = (values: readonly number[]): Quantiles => ({
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  p99: quantile(values, 0.99),
})
