import type { Finding } from '@fonema/contract'
import { outsideOf } from './outside.ts'
import type { Item, Measure, MeasureFinding, Place } from './session.ts'
import type { MeasureWording } from './wordings.ts'

/** A measure of a good enough recording, with its wording. */
export type Judged = { measure: Measure; item: Item; wording: MeasureWording }

/** `strength` orders findings of one sign: 1 is the threshold. */
export type Candidate<F extends Finding = Finding> = { finding: F; strength: number }
export type MeasureCandidate = Candidate<MeasureFinding> & { rank: number }

/** The findings that one measure would make alone. */
export function candidatesOf(judged: Judged): MeasureCandidate[] {
  return [changeOf(judged), outsideFinding(judged)].flatMap((found) => found ?? [])
}

type Side = 'high' | 'low'

function common({ measure, item, wording }: Judged, side: Side) {
  const { entry, name, value, unit, decimals, direction, place } = measure
  return {
    item: item.id,
    item_title: item.title,
    also: [],
    moment: null,
    template: wording.wording,
    // The wording's side: more noise is a lower ratio.
    side: wording.isReversed ? opposite(side) : side,
    measure: { entry, name },
    related: [],
    direction,
    value,
    unit,
    decimals,
    place: place === null ? null : withoutMatch(place),
    norm: place?.norm ?? null,
  }
}

const opposite = (side: Side): Side => (side === 'high' ? 'low' : 'high')
const withoutMatch = ({ percentile, low, high, n }: Place) => ({ percentile, low, high, n })

/** A change beyond the error of measurement. */
function changeOf(judged: Judged): MeasureCandidate | null {
  const { change, value, direction, name } = judged.measure
  if (change?.verdict !== 'beyond') return null
  const { before, since, error, method } = change
  const side = value > before ? 'high' : 'low'
  const isBetter = direction === 'neutral' ? null : (side === 'high') === (direction === 'higher_better')
  const isCareful = method === 'within_session'
  const finding: MeasureFinding = {
    ...common(judged, side),
    id: `change:${name}:${judged.item.id}`,
    kind: 'change',
    sign: isBetter === true ? 'note' : isBetter === false && !isCareful ? 'attention' : 'caution',
    is_careful: isCareful,
    since,
    before,
    error,
    is_better: isBetter,
  }
  return { finding, strength: error > 0 ? Math.abs(value - before) / error : 1, rank: judged.wording.rank }
}

/** A value outside the norm, on the unfavourable side where there is one. */
function outsideFinding(judged: Judged): MeasureCandidate | null {
  const { place, direction, name } = judged.measure
  if (place === null) return null
  const outside = outsideOf(place.percentile, place, direction)
  if (outside === null) return null
  const { side, isCareful, strength } = outside
  const isDirected = direction !== 'neutral'
  const isInvented = place.norm.kind === 'synthetic'
  const finding: MeasureFinding = {
    ...common(judged, side),
    id: `outside:${name}:${judged.item.id}`,
    kind: 'outside',
    // Invented numbers never ask for attention.
    sign: isDirected && !isCareful && !isInvented ? 'attention' : isDirected || !isCareful ? 'caution' : 'note',
    is_careful: isCareful,
  }
  return { finding, strength, rank: judged.wording.rank }
}
