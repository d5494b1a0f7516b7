import type { Obstacle } from '@fonema/contract'
import { isComparable, obstacleBetween, obstacles } from '@fonema/contract/comparability'
import { isOfPerson, type Line, type Point, type ScoreError } from './lines.ts'

/** The latest session whose value can be trusted: the others are compared with it. */
export const anchorOf = ({ points }: Line): Point | undefined => points.findLast(isComparable)

/** Why a session cannot be compared with the latest one of its line; null when it can. */
export const hollowReason = (line: Line, point: Point): Obstacle | null =>
  obstacleBetween(point, anchorOf(line) ?? point)

export const comparablePoints = (line: Line): Point[] =>
  line.points.filter((point) => hollowReason(line, point) === null)

type Moved = { from: Point; to: Point; difference: number }

/** Whether the latest value of a line differs from the first comparable one by more than the measurement itself does. */
export type Change =
  | ({ kind: 'beyond' | 'within'; mdc95: number; isWithinSession: boolean } & Moved)
  | ({ kind: 'unknown' } & Moved)
  | { kind: 'incomparable'; reasons: Obstacle[] }
  /** It says nothing about the person. */
  | { kind: 'not_judged' }

/** @returns null for fewer than two sessions: there is no change */
export function changeOf(line: Line, error: ScoreError | null | undefined): Change | null {
  if (line.points.length < 2) return null
  if (!isOfPerson(line)) return { kind: 'not_judged' }
  const comparable = comparablePoints(line)
  const [from, to] = [comparable[0], comparable.at(-1)]
  if (from === undefined || to === undefined || from === to) {
    const reasons = line.points.flatMap((point) => hollowReason(line, point) ?? [])
    return { kind: 'incomparable', reasons: obstacles.filter((one) => reasons.includes(one)) }
  }
  const difference = to.raw - from.raw
  const mdc95 = error?.mdc95 ?? null
  if (mdc95 === null) return { kind: 'unknown', from, to, difference }
  const isWithinSession = error?.method === 'within_session'
  return {
    kind: Math.abs(difference) > mdc95 ? 'beyond' : 'within',
    from,
    to,
    difference,
    mdc95,
    isWithinSession,
  }
}

/** The values that differ from the first comparable one by no more than the error; null without one. */
export function bandOf(line: Line, change: Change | null): [number, number] | null {
  if (change === null || (change.kind !== 'beyond' && change.kind !== 'within')) return null
  const middle = change.from.raw + line.offset
  return [middle - change.mdc95, middle + change.mdc95]
}
