import type { ItemId, ProtocolResponse, SessionId } from '@fonema/contract'
import { type Change, changeOf } from '../evolution/change.ts'
import type { Line, Point, ScoreError } from '../evolution/lines.ts'
import { itemsOf, withoutAnswer } from '../session/session-state.ts'

/** A measure in two sessions. `difference` is right less left, whichever is earlier. */
export type Row = { line: Line; left: Point; right: Point; difference: number; change: Change }
const states = { beyond: 'changed', within: 'unchanged', unknown: 'unknown', incomparable: 'incomparable' } as const
type State = (typeof states)[keyof typeof states] | 'not_judged'

/** The rows of one item; of the whole session, `item` is empty. */
export type Compared = { task: string; item: string; state: State; changed: Row[]; others: Row[] }

/** The measures that two sessions share, by item: changes beyond the error of measurement apart from the others. */
export function compareSessions(
  lines: readonly Line[],
  [leftId, rightId]: readonly [SessionId, SessionId],
  errorOf: (line: Line) => ScoreError | null | undefined,
): Compared[] {
  const rows = lines.flatMap((line): Row[] => {
    const [left, right] = [leftId, rightId].map((id) => line.points.find(({ session }) => session === id))
    if (left === undefined || right === undefined || left === right) return []
    const points = [left, right].toSorted((a, b) => a.date.localeCompare(b.date))
    const change = changeOf({ ...line, points }, errorOf(line))
    return change === null ? [] : [{ line, left, right, difference: right.raw - left.raw, change }]
  })
  const isReal = ({ change }: Row) => change.kind === 'beyond'
  const inErrors = ({ difference, change }: Row) => ('mdc95' in change ? Math.abs(difference) / change.mdc95 : 0)
  return [...Map.groupBy(rows, ({ line }) => line.task)].map(([task, own]) => ({
    task,
    item: own[0]!.line.item,
    state: stateOf(own),
    changed: own.filter(isReal).sort((a, b) => inErrors(b) - inErrors(a)),
    others: own.filter((row) => !isReal(row)),
  }))
}

/** The names of the recorded items that are not compared. */
export function itemsWithoutPair(
  sessions: readonly ProtocolResponse[],
  isCompared: (item: ItemId) => boolean,
): string[] {
  const recorded = sessions.flatMap((session) => itemsOf(session).filter(({ state }) => !withoutAnswer.has(state)))
  const left = recorded.filter(({ item }) => !isCompared(item.id))
  return [...new Set(left.map(({ item }) => `${item.order}. ${item.title}`))]
}

/** The first kind that any measure of an item has stands for the item. */
function stateOf(rows: readonly Row[]): State {
  const kinds = ['beyond', 'within', 'unknown', 'incomparable'] as const
  const found = kinds.find((kind) => rows.some(({ change }) => change.kind === kind))
  return found === undefined ? 'not_judged' : states[found]
}
