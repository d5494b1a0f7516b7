import type { Evolution } from '@fonema/contract'

export type Series = Evolution['series'][number]
export type Point = Series['points'][number]

/** What is drawn together: the scores of one function of one item. */
export type Group = {
  key: string
  protocol: string
  item: string
  entry: string
  functionName: string
  series: Series[]
}

/** The groups in the order of protocols, items and functions. */
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

/** What is drawn of a group: its scores within one population, or one score as it was measured. */
export type View = { populationId: string } | { score: string }

export function seriesOf({ series }: Group, view: View): Series[] {
  if ('populationId' in view) return series.filter(({ population_id }) => population_id === view.populationId)
  // Each population has the same raw values.
  return series.filter(({ score }) => score === view.score).slice(0, 1)
}

export const scoresOf = ({ series }: Group): string[] => [...new Set(series.map(({ score }) => score))]

/** The group that tells most: the one with the most points in time. */
export function firstGroup(groups: readonly Group[]): Group | undefined {
  const length = ({ series }: Group) => Math.max(...series.map(({ points }) => points.length))
  return groups.toSorted((a, b) => length(b) - length(a))[0]
}

/** Every moment at which something was measured, oldest first. */
export const datesOf = (series: readonly Series[]): string[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
