import type { Finding, SessionSummary, SummaryItem, SummaryNorm, Unjudged } from '@fonema/contract'
import { type Candidate, candidatesOf, type Judged } from './candidates.ts'
import { doubtsOf } from './doubts.ts'
import { hasFewWords } from './few-words.ts'
import { indexFindings, unjudgedIndices } from './indices.ts'
import { merge } from './merge.ts'
import { shareOutside } from './outside.ts'
import { changeShare, enoughFindings, fewestForChance, mostFindings } from './rules.ts'
import type { Item, Measure, Session } from './session.ts'
import { wordingOf } from './wordings.ts'

/** What stands out in a session, and what could not be judged. Rules only: the same session gives the same answer. */
export function summarise(session: Session): SessionSummary {
  const judged = session.isPractice ? [] : judgedOf(session)
  const ranked = [...merge(judged.flatMap(candidatesOf), session), ...indexFindings(session)].sort(
    (a, b) => signs[a.finding.sign] - signs[b.finding.sign] || b.strength - a.strength || compare(a, b),
  )
  const shown = chosenFrom(ranked.map(({ finding }) => finding))
  const { places, changes } = countsOf(judged)
  const norm = mostUsed(places)
  return {
    session: session.id,
    state: stateOf(session, shown, places.length + changes),
    findings: shown,
    more: ranked.length - shown.length,
    unjudged: session.isPractice
      ? []
      : [...unjudgedItems(session), ...unjudgedMeasures(session, judged), ...unjudgedIndices(session)],
    items: session.items.map((item) => signOf(item, shown)),
    chance: chanceOf(places, changes),
    norm,
    compared: comparedOf(places),
    is_real_norm: norm !== null && norm.kind !== 'synthetic',
    previous: session.previous,
    age: session.age,
  }
}

/** The first ones, with a place kept for each index: a reader looks for it. */
function chosenFrom(ranked: readonly Finding[]): Finding[] {
  const strong = ranked.filter((one, i) => one.sign !== 'note' || one.kind === 'index' || i < enoughFindings)
  const isIndex = ({ kind }: Finding) => kind === 'index'
  const others = strong.filter((one) => !isIndex(one)).slice(0, mostFindings - strong.filter(isIndex).length)
  return strong.filter((one) => isIndex(one) || others.includes(one))
}

const signs = { attention: 0, caution: 1, note: 2 }
const compare = (a: Candidate, b: Candidate) => (a.finding.id < b.finding.id ? -1 : 1)

/** The measures that may make a finding: measured well, and about the participant. */
function judgedOf({ items, measures }: Session): Judged[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const words = wordsOf(measures)
  return measures.flatMap((measure): Judged[] => {
    const item = byId.get(measure.item)
    const wording = wordingOf(measure.name)
    if (item === undefined || wording === undefined || !isUsable(item)) return []
    if (hasFewWords(measure.name, words.get(item.id))) return []
    return doubtsOf(item.quality, measure.entry).length > 0 ? [] : [{ measure, item, wording }]
  })
}

/** The number of words of each item in which words are counted. */
const wordsOf = (measures: readonly Measure[]): ReadonlyMap<string, number> =>
  new Map(measures.flatMap(({ item, name, value }) => (name === 'tokens' ? [[item, value]] : [])))

/** A recording without a verdict was never checked: nothing is said about it. */
const isUsable = ({ state, quality }: Item) =>
  (state === 'measured' || state === 'pending') && quality !== null && quality.verdict !== 'poor'

function countsOf(judged: readonly Judged[]) {
  const places = judged.flatMap(({ measure }) => (measure.place === null ? [] : [{ ...measure, place: measure.place }]))
  const changes = judged.filter(
    ({ measure: { change } }) => change?.verdict === 'beyond' || change?.verdict === 'within',
  )
  return { places, changes: changes.length }
}

type Placed = Measure & { place: NonNullable<Measure['place']> }

function chanceOf(places: readonly Placed[], changes: number): SessionSummary['chance'] {
  if (places.length + changes < fewestForChance) return null
  const expected = places.reduce((sum, measure) => sum + shareOutside(measure.direction), 0)
  return { measures: places.length, expected: round(expected), changes, expected_changes: round(changeShare * changes) }
}

/** The norm that most values are compared with. */
function mostUsed(places: readonly Placed[]): SummaryNorm | null {
  const byId = Map.groupBy(places, ({ place }) => place.norm.id)
  return [...byId.values()].toSorted((a, b) => b.length - a.length)[0]?.[0]?.place.norm ?? null
}

const round = (value: number) => Math.round(value * 100) / 100

const comparedOf = (places: readonly Placed[]): SessionSummary['compared'] =>
  places.length === 0
    ? null
    : {
        n: Math.max(...places.map(({ place }) => place.n)),
        is_matched: places.every(({ place }) => place.isMatched),
      }

function stateOf(session: Session, findings: readonly Finding[], compared: number): SessionSummary['state'] {
  const { items, indices } = session
  const says = (finding: Finding) => finding.kind !== 'index' || finding.template === 'above'
  if (findings.some(says)) return 'findings'
  const recorded = items.filter(({ state }) => !['skipped', 'unanswered', 'interrupted'].includes(state))
  if (recorded.length === 0 || session.isPractice) return 'empty'
  if (recorded.some(({ state }) => state === 'pending') || indices.some(({ status }) => status === 'pending'))
    return 'measuring'
  if (recorded.every(({ state }) => state === 'failed')) return 'all_failed'
  if (compared > 0) return 'nothing'
  const hasUsable = items.some((item) => item.state === 'measured' && isUsable(item))
  return hasUsable && session.norms.length === 0 ? 'no_norm' : 'unjudged'
}

function signOf(item: Item, findings: readonly Finding[]): SummaryItem {
  const { id, order, title, state, quality } = item
  const sign = state === 'measured' ? (quality?.verdict ?? 'unknown') : state
  return {
    item: id,
    order,
    title,
    sign,
    reasons: quality?.reasons ?? [],
    has_finding: findings.some((f) => f.item === id),
  }
}

const whole = { index: null, measures: null }

function unjudgedItems({ items }: Session): Unjudged[] {
  return items.flatMap((item): Unjudged[] => {
    const { state, quality } = item
    const of = { item: item.id, item_title: item.title, ...whole }
    if (state === 'failed') return [{ ...of, reason: 'not_measured', details: [...item.errors] }]
    if (state === 'recorded' || (state === 'measured' && quality === null))
      return [{ ...of, reason: 'not_measured', details: [] }]
    if (state !== 'measured') return [{ ...of, reason: state, details: [] }]
    return quality?.verdict === 'poor' ? [{ ...of, reason: 'poor_quality', details: [...quality.reasons] }] : []
  })
}

/** Measures of usable recordings about which nothing can be said, by reason. */
function unjudgedMeasures(session: Session, judged: readonly Judged[]): Unjudged[] {
  const { items, measures, norms } = session
  const ofItem = items.flatMap((item): Unjudged[] => {
    if (!isUsable(item)) return []
    const own = measures.filter((measure) => measure.item === item.id && wordingOf(measure.name) !== undefined)
    const doubtful = own.filter(({ entry }) => doubtsOf(item.quality, entry).length > 0)
    const details = [...new Set(doubtful.flatMap(({ entry }) => doubtsOf(item.quality, entry)))]
    const of = { item: item.id, item_title: item.title, index: null }
    const lines: Unjudged[] =
      doubtful.length > 0 ? [{ ...of, reason: 'doubtful', details, measures: doubtful.length }] : []
    const isWithout = norms.length > 0 && doubtful.length < own.length && own.every(({ place }) => place === null)
    return isWithout ? [...lines, { ...of, reason: 'no_place', details: [], measures: null }] : lines
  })
  const changes = (['other_device', 'other_engine', 'other_range', 'unknown_error'] as const).flatMap(
    (reason): Unjudged[] => {
      const count = judged.filter(({ measure }) => measure.change?.verdict === reason).length
      return count === 0 ? [] : [{ item: null, item_title: null, index: null, reason, details: [], measures: count }]
    },
  )
  const words = wordsOf(measures)
  const ofFewWords = items.flatMap((item): Unjudged[] => {
    if (!item.hasFreeWords || !isUsable(item)) return []
    const own = measures.filter((measure) => measure.item === item.id && measure.place !== null)
    const reliable = own.filter(({ entry }) => doubtsOf(item.quality, entry).length === 0)
    const few = reliable.filter(({ name }) => hasFewWords(name, words.get(item.id)))
    if (few.length === 0) return []
    const of = { item: item.id, item_title: item.title, index: null }
    return [{ ...of, reason: 'few_words', details: [], measures: few.length }]
  })
  return [...ofItem, ...changes, ...ofFewWords]
}
