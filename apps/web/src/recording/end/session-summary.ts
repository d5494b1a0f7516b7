import type { ProtocolItem } from '@fonema/contract'
import type { TakeJudgement } from '../decide/TakeVerdict.tsx'

/** How an item was closed. `interrupted`: with a take that was interrupted and is used as it is. */
export type Outcome = 'recorded' | 'interrupted' | 'skipped'

/** The verdict on an item's latest take; `id` is the take's. */
export type JudgedTakes = ReadonlyMap<string, { id: string; judgement: TakeJudgement }>

export type ItemSummary = Pick<ProtocolItem, 'id' | 'title'> & {
  /** From 1. */
  number: number
  /** `poor`: recorded, and judged so during this visit. `open`: without an answer. */
  state: Outcome | 'poor' | 'open'
}

/** What the examiner should see before the participant leaves. Has the verdicts of this visit only. */
export function summarise(
  items: readonly Pick<ProtocolItem, 'id' | 'title'>[],
  outcomes: ReadonlyMap<string, Outcome>,
  judged: JudgedTakes,
): ItemSummary[] {
  const isPoor = (id: string) => {
    const judgement = judged.get(id)?.judgement
    return typeof judgement === 'object' && judgement?.verdict === 'poor'
  }
  return items.map(({ id, title }, i) => {
    const outcome = outcomes.get(id) ?? 'open'
    return { id, title, number: i + 1, state: outcome === 'recorded' && isPoor(id) ? 'poor' : outcome }
  })
}
