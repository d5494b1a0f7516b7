import type { Finding, Unjudged } from '@fonema/contract'
import type { Candidate } from './candidates.ts'
import type { Index, Session } from './session.ts'

type IndexFinding = Extract<Finding, { kind: 'index' }>

/** This index needs sound pressure levels, which no recording has: its absence is no news. */
const isNeverMeasured = ({ reason }: Index) => reason === 'needs_calibrated_microphone'

/**
 * Every index that was computed, with its cut-off. A vowel space has no reference, so nothing is said of it; of a doubtful
 * value neither.
 */
export function indexFindings({ indices, items, locale }: Session): Candidate<IndexFinding>[] {
  return indices.flatMap((index): Candidate<IndexFinding>[] => {
    const { name, version, status, doubts, value, cut_off, speech_item } = index
    if (status !== 'ready' || value === null || name === 'vowel_space' || doubts.length > 0) return []
    const isAbove = cut_off !== null && value > cut_off.value
    const finding: IndexFinding = {
      id: `index:${name}`,
      kind: 'index',
      template: cut_off === null ? 'no_cut_off' : isAbove ? 'above' : 'below',
      sign: isAbove ? 'attention' : 'note',
      index: name,
      version,
      value,
      cut_off: cut_off?.value ?? null,
      cut_off_source: cut_off?.source ?? null,
      reference: cut_off?.reference ?? null,
      language: cut_off?.source === 'published' ? locale : locale.slice(0, 2),
      item: speech_item,
      item_title: items.find(({ id }) => id === speech_item)?.title ?? null,
      also: [],
      is_careful: false,
      moment: null,
    }
    // A measure of the whole session comes before single measures of the same sign.
    return [{ finding, strength: Number.POSITIVE_INFINITY }]
  })
}

const reasonOf = { pending: 'pending', ready: 'doubtful', withheld: 'index', failed: 'index' } as const

export const unjudgedIndices = ({ indices }: Session): Unjudged[] =>
  indices
    .filter((index) => (index.status !== 'ready' || index.doubts.length > 0) && !isNeverMeasured(index))
    .map(({ name, status, reason, doubts }) => ({
      item: null,
      item_title: null,
      measures: null,
      reason: reasonOf[status],
      index: name,
      details: reason === null ? [...doubts] : [reason],
    }))
