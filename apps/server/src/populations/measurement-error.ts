// How far a value moves when nothing has changed (docs/decisions/0265-measurement-error.md).

/** Values of one person that differ only by the error of measurement. */
export type Repeats = { person: string; values: readonly number[] }

/** `n`: people; `repeats`: the degrees of freedom, one less than the values of each group. */
export type Spread = { sd: number; n: number; repeats: number }

/** Fewer people say more about themselves than about the measure. */
export const fewestPeople = 10
/** With fewer repeats, the error itself is so uncertain that 1.96 would cover less than 94 %. */
export const fewestRepeats = 50

/** The standard deviation within groups, pooled. It is not shown for too few people or repeats (`isEnough`). */
export function spreadWithin(groups: readonly Repeats[]): Spread | null {
  const people = new Set<string>()
  let [squares, repeats] = [0, 0]
  for (const { person, values } of groups) {
    if (values.length < 2) continue
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    for (const value of values) squares += (value - mean) ** 2
    repeats += values.length - 1
    people.add(person)
  }
  return repeats === 0 ? null : { sd: Math.sqrt(squares / repeats), n: people.size, repeats }
}

export const isEnough = (spread: Spread | null): spread is Spread =>
  spread !== null && spread.n >= fewestPeople && spread.repeats >= fewestRepeats

export type MeasurementError = {
  within_session: Spread | null
  between_sessions: Spread | null
  method: 'between_sessions' | 'within_session' | null
  sem: number | null
  mdc95: number | null
}

/**
 * The standard error of measurement, and the smallest change that exceeds it in 95 % of people. Between sessions it holds
 * the day, the microphone's place and the person's form; within a session it does not, and is only a lower limit.
 *
 * @see Weir 2005, Journal of Strength and Conditioning Research 19, 231–240
 */
export function errorOf(within: Spread | null, between: Spread | null): MeasurementError {
  const method = isEnough(between) ? 'between_sessions' : isEnough(within) ? 'within_session' : null
  const sem = method === null ? null : (method === 'between_sessions' ? between! : within!).sd
  return {
    within_session: within,
    between_sessions: between,
    method,
    sem,
    mdc95: sem === null ? null : 1.96 * Math.SQRT2 * sem,
  }
}
