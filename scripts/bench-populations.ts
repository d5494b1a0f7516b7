// Measures the cost of a comparison with a large population: `npm run tool -- bench-populations [people]`. Run by hand.
import { percentileOf, semaphoreOf } from '../apps/server/src/populations/comparison.ts'
import { curveOf, estimateDensity, normalQuantile } from '../apps/server/src/populations/density.ts'
import { likenessOf } from '../apps/server/src/populations/likeness.ts'

const people = Number(process.argv[2] ?? 100_000)
// Unordered, as in a file.
const values = Array.from({ length: people }, (_, i) => normalQuantile((((i * 7919) % people) + 0.5) / people))

const time = <T>(what: string, work: () => T): T => {
  const from = performance.now()
  const made = work()
  console.log(`${what.padEnd(28)} ${(performance.now() - from).toFixed(1)} ms`)
  return made
}

console.log(`${people} people`)
const density = time('density', () => estimateDensity(values))
if (density === null) throw new RangeError('too few people')
time('curve of 256 points', () => curveOf(density))
time('percentile', () => percentileOf(density, 0.7))
time('semaphore value', () => semaphoreOf(percentileOf(density, 0.7), 'neutral'))
time('likeness to two of these', () => likenessOf(0.7, [density.values, density.values], null))
