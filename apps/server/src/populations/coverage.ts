import { errorOf, type Repeats, spreadWithin } from './measurement-error.ts'
import { createRandom } from './random.ts'

export type Cohort = {
  method: 'between_sessions' | 'within_session'
  people: number
  sessions: number
  runs: number
  /** Compares sessions of two days, also with an error that was measured within one session. */
  across?: boolean
}

// A person differs from others by much more than a day from another, and a day by more than a repetition.
const [personSd, daySd, takeSd] = [5, 1, 0.8]

/**
 * The share of new people without any change whose change is called within measurement error. In each run a cohort is
 * drawn and its error estimated; then a new person is measured twice.
 */
export function coverageOf({ method, people, sessions, runs, across = method === 'between_sessions' }: Cohort): number {
  const random = createRandom(JSON.stringify([method, people, sessions, across]))
  // Box & Muller 1958.
  const draw = (sd: number) => sd * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  let inside = 0
  for (let run = 0; run < runs; run++) {
    const cohort = Array.from({ length: people }, (_, i): Repeats => {
      const person = draw(personSd)
      const day = draw(daySd)
      const values = Array.from(
        { length: sessions },
        () => person + (method === 'between_sessions' ? draw(daySd) : day) + draw(takeSd),
      )
      return { person: `${i}`, values }
    })
    const spread = spreadWithin(cohort)
    const { mdc95 } = method === 'between_sessions' ? errorOf(null, spread) : errorOf(spread, null)
    if (mdc95 === null) throw new RangeError('too few people or repeats')
    const day = draw(daySd)
    const [first, second] = [day + draw(takeSd), (across ? draw(daySd) : day) + draw(takeSd)]
    if (Math.abs(second - first) <= mdc95) inside++
  }
  return inside / runs
}
