import { expect, test } from 'vitest'
import { seededRandom } from '../../render/random.ts'
import { createClock } from './clock.ts'
import { createMachine } from './machine.ts'
import { createPermits, createStation } from './station.ts'

/** Jobs at random moments. @returns the mean seconds until they began and until they ended, and the counts */
function run({
  perSecond,
  servers,
  serviceSeconds,
}: {
  perSecond: number
  servers: number
  serviceSeconds: () => number
}) {
  const clock = createClock()
  const { uniform } = seededRandom('queues')
  const station = createStation(createMachine(clock, servers), servers, 'calls')
  const sum = { waited: 0, stayed: 0, begun: 0 }
  const arrive = () => {
    const from = clock.now()
    const begun = () => {
      sum.waited += clock.now() - from
      sum.begun++
    }
    const ended = () => {
      sum.stayed += clock.now() - from
    }
    station.add(serviceSeconds(), ended, { begun })
    clock.after(-Math.log(1 - uniform()) / perSecond, arrive)
  }
  clock.after(0, arrive)
  clock.runUntil(100_000 / perSecond)
  const counts = station.counts()
  return { waited: sum.waited / sum.begun, stayed: sum.stayed / counts.served, counts }
}
const exponential = (seed: string) => {
  const { uniform } = seededRandom(seed)
  return () => -Math.log(1 - uniform())
}

/** The mean wait of M/M/c for services of one second, by Erlang's C formula. */
function erlangWait(perSecond: number, servers: number): number {
  let [term, sum] = [1, 0]
  for (let k = 0; k < servers; k++) {
    sum += term
    term *= perSecond / (k + 1)
  }
  const busy = perSecond / servers
  const waits = term / (1 - busy)
  return waits / (sum + waits) / (servers - perSecond)
}

test.for([
  { perSecond: 0.6, servers: 1 },
  { perSecond: 1.2, servers: 2 },
  { perSecond: 5.6, servers: 8 },
])('waits as M/M/$servers does with $perSecond jobs a second', ({ perSecond, servers }) => {
  const { waited } = run({ perSecond, servers, serviceSeconds: exponential('service') })
  const expected = erlangWait(perSecond, servers)
  expect(Math.abs(waited / expected - 1)).toBeLessThan(0.05)
})

test('a queue with equal services waits half as long as with exponential ones', () => {
  const { waited } = run({ perSecond: 0.8, servers: 1, serviceSeconds: () => 1 })
  expect(Math.abs(waited / 2 - 1)).toBeLessThan(0.05)
})

test('every job that arrived was served or waits', () => {
  // More than the servers can do, so that many wait at the end.
  const { counts } = run({ perSecond: 2.2, servers: 2, serviceSeconds: exponential('service') })
  expect(counts.waiting).toBeGreaterThan(1000)
  expect(counts.served + counts.waiting).toBe(counts.arrived)
})

test('processors are shared equally: the mean stay depends on the mean service only', () => {
  for (const serviceSeconds of [() => 1, exponential('service')]) {
    const clock = createClock()
    const { uniform } = seededRandom('shared')
    const machine = createMachine(clock, 1)
    let [stayed, ended] = [0, 0]
    const arrive = () => {
      const from = clock.now()
      machine.work(serviceSeconds(), 'calls', () => {
        stayed += clock.now() - from
        ended++
      })
      clock.after(-Math.log(1 - uniform()) / 0.7, arrive)
    }
    clock.after(0, arrive)
    clock.runUntil(60_000)
    expect(Math.abs(stayed / ended / (1 / (1 - 0.7)) - 1)).toBeLessThan(0.05)
    expect(Math.abs(machine.used('calls') / 60_000 - 0.7)).toBeLessThan(0.01)
  }
})

test('measuring gets the processors that calls leave', () => {
  const clock = createClock()
  const machine = createMachine(clock, 2)
  const ended: string[] = []
  machine.work(3, 'measuring', () => ended.push(`first measured at ${clock.now()}`))
  machine.work(3, 'measuring', () => ended.push(`second measured at ${clock.now()}`))
  clock.after(1, () => {
    for (let i = 0; i < 2; i++) machine.work(4, 'calls', () => ended.push(`call at ${clock.now()}`))
  })
  clock.runUntil(20)
  expect(ended).toEqual(['call at 5', 'call at 5', 'first measured at 7', 'second measured at 7'])
})

test('urgent jobs are taken first, and a job that has begun is finished', () => {
  const clock = createClock()
  const station = createStation(createMachine(clock, 1), 1, 'measuring')
  const ended: string[] = []
  for (const name of ['campaign 1', 'campaign 2']) station.add(2, () => ended.push(name), { isUrgent: false })
  clock.after(1, () => {
    for (const name of ['live 1', 'live 2']) station.add(1, () => ended.push(name))
  })
  clock.runUntil(10)
  expect(ended).toEqual(['campaign 1', 'live 1', 'live 2', 'campaign 2'])
})

test('whoever waits longer than their patience for a connection gets none, and the next one gets it', () => {
  const clock = createClock()
  const permits = createPermits(clock, 1, 1.5)
  const happened: string[] = []
  const ask = (name: string) =>
    permits.acquire(
      () => happened.push(`${name} at ${clock.now()}`),
      () => happened.push(`${name} too late at ${clock.now()}`),
    )
  ask('first')
  ask('second')
  clock.after(1, () => ask('third'))
  clock.after(2, permits.release)
  clock.runUntil(10)
  expect(happened).toEqual(['first at 0', 'second too late at 1.5', 'third at 2'])
})
