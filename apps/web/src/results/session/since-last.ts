import { type Evolution, type MeasurementErrors, type Obstacle, obstacleBetween } from '@fonema/contract'
import { changeOf } from '../evolution/change.ts'
import { type Line, linesOf } from '../evolution/lines.ts'

export type SinceChange =
  | { kind: 'beyond' | 'within' | 'unknown'; difference: number }
  | { kind: 'incomparable'; reason: Obstacle }

export type Since = {
  /** The session of the comparison. */
  date: string
  /** By function and score, `entry/score`. */
  changes: ReadonlyMap<string, SinceChange>
}

type Errors = Pick<MeasurementErrors, 'scores'> | undefined

/**
 * How the scores of an item changed since the participant's last session with this task.
 *
 * @returns null without an earlier session
 */
export function sinceLast(evolution: Evolution, errors: Errors, itemId: string, sessionId: string): Since | null {
  const task = evolution.items.find(({ id }) => id === itemId)?.task
  const own = linesOf(evolution).filter((line) => line.functionId !== null && line.task === task)
  const points = own.flatMap((line) => line.points)
  const now = points.find(({ session }) => session === sessionId)
  if (now === undefined) return null
  const date = points
    .map((point) => point.date)
    .filter((candidate) => candidate < now.date)
    .sort()
    .at(-1)
  if (date === undefined) return null
  const entries = new Map(evolution.functions.map(({ id, entry }) => [id, entry]))
  const changes = own.flatMap((line): [string, SinceChange][] => {
    const change = changeBetween(line, date, sessionId, errors?.scores[line.score])
    return change === null ? [] : [[`${entries.get(line.functionId ?? '')}/${line.score}`, change]]
  })
  return { date, changes: new Map(changes) }
}

function changeBetween(
  line: Line,
  date: string,
  sessionId: string,
  error: NonNullable<Errors>['scores'][string] | undefined,
): SinceChange | null {
  const before = line.points.find((point) => point.date === date)
  const now = line.points.find(({ session }) => session === sessionId)
  if (before === undefined || now === undefined) return null
  const reason = obstacleBetween(before, now)
  if (reason !== null) return { kind: 'incomparable', reason }
  const change = changeOf({ ...line, points: [before, now] }, error)
  return change !== null && 'from' in change ? { kind: change.kind, difference: change.difference } : null
}

/** Whether a change is for the better; null where neither direction is. */
export function isBetter(difference: number, direction: string): boolean | null {
  if (direction === 'neutral' || difference === 0) return null
  return difference > 0 === (direction === 'higher_better')
}
