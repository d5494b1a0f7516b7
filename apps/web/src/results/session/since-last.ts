import type { Evolution, MeasurementErrors, Obstacle } from '@fonema/contract'
import { lastComparable, mostLookedBack } from '@fonema/contract/comparability'
import { changeOf } from '../evolution/change.ts'
import { type Line, linesOf } from '../evolution/lines.ts'

export type SinceChange =
  | { kind: 'beyond' | 'within' | 'unknown'; difference: number; date: string }
  | { kind: 'incomparable'; reason: Obstacle }

export type Since = {
  /** The session that most of the scores are compared with; a change of another session has its own date. */
  date: string
  /** By function and score, `entry/score`. */
  changes: ReadonlyMap<string, SinceChange>
}

type Errors = Pick<MeasurementErrors, 'scores'> | undefined

/**
 * How the scores of an item changed, each since the participant's last session with this task that it can be compared
 * with.
 *
 * @returns null without an earlier session
 */
export function sinceLast(evolution: Evolution, errors: Errors, itemId: string, sessionId: string): Since | null {
  const task = evolution.items.find(({ id }) => id === itemId)?.task
  const own = linesOf(evolution).filter((line) => line.functionId !== null && line.task === task)
  const points = own.flatMap((line) => line.points)
  const now = points.find(({ session }) => session === sessionId)
  if (now === undefined) return null
  const dates = [...new Set(points.map(({ date }) => date))]
    .filter((date) => date < now.date)
    .sort()
    .toReversed()
    .slice(0, mostLookedBack)
  if (dates[0] === undefined) return null
  const entries = new Map(evolution.functions.map(({ id, entry }) => [id, entry]))
  const changes = own.flatMap((line): [string, SinceChange][] => {
    const change = changeBetween(line, dates, sessionId, errors?.scores[line.score])
    return change === null ? [] : [[`${entries.get(line.functionId ?? '')}/${line.score}`, change]]
  })
  const compared = changes.flatMap(([, change]) => (change.kind === 'incomparable' ? [] : change.date))
  return { date: mostOften(compared) ?? dates[0], changes: new Map(changes) }
}

/** The first of several that are as frequent is the latest. */
function mostOften(dates: readonly string[]): string | undefined {
  const byDate = [...Map.groupBy(dates.toSorted().toReversed(), (date) => date)]
  return byDate.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** `dates`: of the earlier sessions, latest first. */
function changeBetween(
  line: Line,
  dates: readonly string[],
  sessionId: string,
  error: NonNullable<Errors>['scores'][string] | undefined,
): SinceChange | null {
  const now = line.points.find(({ session }) => session === sessionId)
  if (now === undefined) return null
  const found = lastComparable(
    now,
    dates.flatMap((date) => line.points.find((point) => point.date === date) ?? []),
  )
  if (found === null) return null
  if ('obstacle' in found) return { kind: 'incomparable', reason: found.obstacle }
  const { value: before } = found
  const change = changeOf({ ...line, points: [before, now] }, error)
  return change !== null && 'from' in change
    ? { kind: change.kind, difference: change.difference, date: before.date }
    : null
}

/** Whether a change is for the better; null where neither direction is. */
export function isBetter(difference: number, direction: string): boolean | null {
  if (direction === 'neutral' || difference === 0) return null
  return difference > 0 === (direction === 'higher_better')
}
