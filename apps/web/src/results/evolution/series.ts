import type { Evolution } from '@fonema/contract'

export type Series = Evolution['series'][number]
export type Point = Series['points'][number]

/** The unit of one chart: the scores of one function of one item. */
export type Group = {
  key: string
  protocol: string
  item: string
  entry: string
  functionName: string
  series: Series[]
}

/** The groups, ordered by protocol, item and function. */
export function groupsOf({ series, items, functions }: Evolution): Group[] {
  return items.flatMap((item) =>
    functions.flatMap(({ id, entry, name }) => {
      const own = series.filter((one) => one.protocol_item_id === item.id && one.feature_extraction_func_id === id)
      if (own.length === 0) return []
      const title = `${item.order}. ${item.title}`
      const key = `${item.id}:${id}`
      return [{ key, protocol: item.protocol.name, item: title, entry, functionName: name, series: own }]
    }),
  )
}

/** What is drawn of a group: its scores within one population, or one score as measured. */
export type View = { populationId: string } | { score: string }

export function seriesOf({ series }: Group, view: View): Series[] {
  if ('populationId' in view) return series.filter(({ population_id }) => population_id === view.populationId)
  // Each population has the same raw values.
  return series.filter(({ score }) => score === view.score).slice(0, 1)
}

export const scoresOf = ({ series }: Group): string[] => [...new Set(series.map(({ score }) => score))]

/** How far a series moves within its population, 0 to 100. */
function changeOf({ points }: Series): number {
  const values = points.flatMap(({ value }) => value ?? [])
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values)
}

/** More lines than this are not readable at a glance. */
const drawnAtFirst = 4

/** The default group: the one with the most points in time; among equals, the one whose first lines change most. */
export function firstGroup(groups: readonly Group[]): Group | undefined {
  const length = ({ series }: Group) => Math.max(...series.map(({ points }) => points.length))
  const sum = (changes: number[]) =>
    changes
      .toSorted((a, b) => b - a)
      .slice(0, drawnAtFirst)
      .reduce((a, b) => a + b, 0)
  const change = ({ series }: Group) => {
    const views = Map.groupBy(series, ({ population_id }) => population_id)
    return Math.max(...[...views.values()].map((one) => sum(one.map(changeOf))))
  }
  return groups.toSorted((a, b) => length(b) - length(a) || change(b) - change(a))[0]
}

/** The series drawn by default: those that change most, and among equals those with a direction. */
export function mostChangedSeries(series: readonly Series[]): Set<string> {
  const hasDirection = ({ direction }: Series) => Number(direction !== 'neutral')
  const ordered = series.toSorted((a, b) => changeOf(b) - changeOf(a) || hasDirection(b) - hasDirection(a))
  return new Set(ordered.slice(0, drawnAtFirst).map(({ id }) => id))
}

/** The meaning of "up" for the drawn series. */
export type AxisMeaning = 'better' | 'mixed' | 'more' | 'none'

export function axisMeaning(series: readonly Series[]): AxisMeaning {
  const neutral = series.filter(({ direction }) => direction === 'neutral').length
  if (series.length === 0) return 'none'
  if (neutral === 0) return 'better'
  return neutral === series.length ? 'more' : 'mixed'
}

/** Every time of measurement, oldest first. */
export const datesOf = (series: readonly Series[]): string[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
