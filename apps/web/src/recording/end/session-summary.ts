import type { ProtocolItem } from '@fonema/contract'
import { countingVerdict, type JudgedTakes } from './judged-takes.ts'

/** How an item was closed. `interrupted`: with a take that was interrupted and is used as it is. */
export type Outcome = 'recorded' | 'interrupted' | 'skipped'

export type ItemSummary = Pick<ProtocolItem, 'id' | 'title'> & {
  /** From 1. */
  number: number
  /** `poor`: recorded, and the take that counts was judged so. `open`: without an answer. */
  state: Outcome | 'poor' | 'open'
  /** The take that counts has a verdict. */
  isJudged: boolean
}

/** What the examiner should see before the participant leaves. */
export function summarise(
  items: readonly Pick<ProtocolItem, 'id' | 'title'>[],
  outcomes: ReadonlyMap<string, Outcome>,
  judged: JudgedTakes,
): ItemSummary[] {
  return items.map(({ id, title }, i) => {
    const outcome = outcomes.get(id) ?? 'open'
    const verdict = countingVerdict(judged, id)
    const state = outcome === 'recorded' && verdict === 'poor' ? 'poor' : outcome
    return { id, title, number: i + 1, state, isJudged: verdict !== null }
  })
}
