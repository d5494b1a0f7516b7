import type { Evolution, ItemId, MeasurementErrors, SessionId } from '@fonema/contract'
import type { Domain } from '../session/domains.ts'
import { isLevel } from '../session/levels.ts'
import { domainOf } from './domains.ts'

type Series = Evolution['series'][number]
export type ScoreError = MeasurementErrors['scores'][string]

/** One session's value of a measure, with everything that may make it incomparable. */
export type Point = {
  date: string
  session: SessionId
  /** As measured, without the offset of the display. */
  raw: number
  /** The place within each population, 0 to 100. */
  places: Readonly<Record<string, number>>
  /** The 95 % intervals of the places; only of a single session. */
  intervals: Readonly<Record<string, { low: number; high: number }>>
  device: string | null
  engine: string
  /** Where the pitch was searched; null for a value that does not depend on it. */
  range: Series['points'][number]['range']
  isPoor: boolean
  /** The recording has a fault that this measure suffers from. */
  isDoubtful: boolean
  /** So few words were said that this measure says nothing about the person. */
  hasFewWords: boolean
  language: string
  wording: number
}

/** A measure of a task over time, whatever the wording and the language, oldest first. */
export type Line = {
  id: string
  /** The same for every measure of an item. */
  task: string
  /** The item by whose repeats the error is known; null for an index, which has its own. */
  itemId: ItemId | null
  /** Null for an index. */
  functionId: string | null
  item: string
  protocol: string
  domain: Domain
  score: string
  unit: string | null
  decimals: number
  direction: Series['direction']
  offset: number
  points: Point[]
  /** Only for an index. */
  error: ScoreError | null
}

const byDate = (a: Point, b: Point) => a.date.localeCompare(b.date)

/** Every measure of every task, in the order of protocols, items and the answer's series; indices first. */
export function linesOf({ series, items, indices }: Evolution): Line[] {
  const lines = new Map<string, Line>()
  for (const { name, task, protocol, language, wording, error, points } of indices) {
    const id = `${task}:${name}`
    const own = points.map((point) => pointOf(point, { language, wording }))
    const line = lines.get(id)
    if (line === undefined) {
      // The area grows with the size of the speaker: no end of it is better.
      const isArea = name === 'vowel_space'
      const none = { itemId: null, functionId: null, item: '', unit: isArea ? 'kHz²' : null }
      const of = { ...none, protocol: protocol.name, domain: domainOf('index', name), score: name }
      const direction = isArea ? 'neutral' : 'lower_better'
      lines.set(id, { id, task, ...of, decimals: 2, direction, offset: 0, points: own, error })
    } else mergeInto(line, own, () => Object.assign(line, { error, protocol: protocol.name }))
  }
  for (const item of items)
    for (const one of series) {
      if (one.protocol_item_id !== item.id) continue
      const { score, unit, decimals, direction, offset, population_id } = one
      const id = `${item.task}:${one.feature_extraction_func_id}:${score}`
      const own = one.points.map((point) => ({
        ...pointOf(point, item),
        places: population_id === null || point.value === null ? {} : { [population_id]: point.value },
        intervals: population_id === null || point.interval === undefined ? {} : { [population_id]: point.interval },
      }))
      const title = `${item.order}. ${item.title}`
      const line = lines.get(id)
      if (line === undefined) {
        const domain = domainOf(one.heading, one.score)
        const asked = { itemId: item.id, item: title, protocol: item.protocol.name }
        const of = { ...asked, functionId: one.feature_extraction_func_id, domain }
        lines.set(id, {
          id,
          task: item.task,
          ...of,
          score,
          unit,
          decimals,
          direction,
          offset,
          points: own,
          error: null,
        })
      } else
        mergeInto(line, own, () => Object.assign(line, { itemId: item.id, item: title, protocol: item.protocol.name }))
    }
  for (const { points } of lines.values()) points.sort(byDate)
  return [...lines.values()]
}

type Stored = Series['points'][number]

const pointOf = (stored: Stored, { language, wording }: { language: string; wording: number }): Point => ({
  date: stored.date,
  session: stored.protocol_response_id,
  raw: stored.raw,
  places: {},
  intervals: {},
  device: stored.device,
  engine: stored.engine,
  range: stored.range,
  isPoor: stored.is_poor,
  isDoubtful: stored.is_doubtful ?? false,
  hasFewWords: stored.has_few_words ?? false,
  language,
  wording,
})

/** Adds points; those of a known session add their places. `rename` is called if the added points are the latest. */
function mergeInto(line: Line, added: readonly Point[], rename: () => void) {
  const latest = line.points.reduce((last, { date }) => (date > last ? date : last), '')
  for (const point of added) {
    const same = line.points.find(({ session }) => session === point.session)
    if (same === undefined) line.points.push(point)
    else {
      same.places = { ...same.places, ...point.places }
      same.intervals = { ...same.intervals, ...point.intervals }
    }
  }
  if (added.some(({ date }) => date > latest)) rename()
}

/** Every session of some lines, oldest first. */
export function sessionsOf(lines: readonly Line[]): { date: string; session: SessionId }[] {
  const found = new Map(lines.flatMap(({ points }) => points.map(({ date, session }) => [session, date] as const)))
  return [...found].map(([session, date]) => ({ session, date })).sort((a, b) => a.date.localeCompare(b.date))
}

/** A level without a calibrated microphone, and the quality of a recording, say nothing about the person. */
export const isOfPerson = ({ domain, score }: Pick<Line, 'domain' | 'score'>) =>
  domain !== 'recording' && !isLevel(score)

export const hasPlaces = ({ points }: Line, populationId: string): boolean =>
  points.some(({ places }) => places[populationId] !== undefined)
