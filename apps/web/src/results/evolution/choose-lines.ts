import type { Domain } from '../session/domains.ts'
import { type Change, comparablePoints } from './change.ts'
import { isOfPerson, type Line } from './lines.ts'

/** More lines than this are not readable at a glance. */
export const mostLines = 4

export type Evolved = { line: Line; change: Change | null }

/** The changes beyond the error of measurement: in the domains that matter first, the largest in errors first. */
export const realChanges = (all: readonly Evolved[], important: readonly Domain[]) =>
  all
    .flatMap(({ line, change }) => (change?.kind === 'beyond' ? [{ line, change }] : []))
    .sort((a, b) => order(a.line, b.line, important) || inErrors(b.change) - inErrors(a.change))

const inErrors = ({ difference, mdc95 }: { difference: number; mdc95: number }) =>
  mdc95 === 0 ? Number.POSITIVE_INFINITY : Math.abs(difference) / mdc95

const order = (a: Line, b: Line, important: readonly Domain[]) =>
  Number(important.includes(b.domain)) - Number(important.includes(a.domain))

/** How far comparable sessions lie apart within a population, 0 to 100; 0 for one session. */
function movedPlaces(line: Line, populationId: string | undefined): number {
  if (populationId === undefined) return 0
  const places = comparablePoints(line).flatMap(({ places }) => places[populationId] ?? [])
  return places.length === 0 ? 0 : Math.max(...places) - Math.min(...places)
}

/** How far the only value lies from the middle of a population, on the worse side if there is one. */
function distance({ points, direction }: Line, populationId: string | undefined): number {
  const place = populationId === undefined ? undefined : points.at(-1)?.places[populationId]
  if (place === undefined) return -1
  // Places are reversed where lower is better, so that a higher place is better.
  return direction === 'neutral' ? Math.abs(place - 50) : 50 - place
}

/** Measures of one family, as five kinds of jitter, move together. */
export const familyOf = ({ score }: Line) => score.split('_')[0]!

/**
 * The lines to draw at first: what changed beyond the error of measurement, in the domains that matter and then in
 * others; then what moved most there. One line of a family, as long as others are left.
 */
export function chooseLines(
  all: readonly Evolved[],
  important: readonly Domain[],
  populationId: string | undefined,
): Line[] {
  const real = realChanges(all, important).map(({ line }) => line)
  const rest = all
    .map(({ line }) => line)
    .filter((line) => !real.includes(line) && isOfPerson(line))
    .map((line) => ({ line, moved: movedPlaces(line, populationId), far: distance(line, populationId) }))
    .sort(
      (a, b) =>
        order(a.line, b.line, important) ||
        Number(b.line.points.length > 1) - Number(a.line.points.length > 1) ||
        b.moved - a.moved ||
        b.far - a.far,
    )
    .map(({ line }) => line)
  const chosen: Line[] = []
  const ranked = [...real, ...rest]
  const isNew = (line: Line) => !chosen.some((one) => familyOf(one) === familyOf(line))
  for (const line of ranked) if (chosen.length < mostLines && isNew(line)) chosen.push(line)
  for (const line of ranked) if (chosen.length < mostLines && !chosen.includes(line)) chosen.push(line)
  return chosen
}

/** A drawn line with the number of its colour and mark, which hiding another line does not change. */
export type Marked = { line: Line; mark: number }

/**
 * The lines of the chart: those at first and those that the user added, without those that the user hid. `offered` has the
 * hidden ones too. Those that the user added come before the others when there is no room for all.
 */
export function applyChoices(
  all: readonly Line[],
  first: readonly Line[],
  choices: ReadonlyMap<string, boolean>,
): { drawn: Marked[]; offered: Marked[] } {
  const added = all.filter((line) => choices.get(line.id) === false && !first.includes(line))
  const offered = [...first, ...added].map((line, mark) => ({ line, mark }))
  const wanted = offered.filter(({ line }) => choices.get(line.id) !== true)
  const ofUser = wanted.filter(({ line }) => choices.get(line.id) === false).slice(0, mostLines)
  const others = wanted.filter(({ line }) => choices.get(line.id) === undefined).slice(0, mostLines - ofUser.length)
  return { drawn: wanted.filter((one) => ofUser.includes(one) || others.includes(one)), offered }
}
