import type { ProtocolItem } from '@fonema/contract'
import type { TakeJudgement } from './item/TakeVerdict.tsx'

/** How an item was closed. */
export type Outcome = 'recorded' | 'skipped'

/** The verdict on an item's latest take; `id` is the take's. */
export type JudgedTakes = ReadonlyMap<string, { id: string; judgement: TakeJudgement }>

/** What the examiner should see before the participant leaves. Has the verdicts of this visit only. */
export function summarise(
  items: readonly Pick<ProtocolItem, 'id' | 'title'>[],
  outcomes: ReadonlyMap<string, Outcome>,
  judged: JudgedTakes,
) {
  const titlesOf = (isWanted: (id: string) => boolean) =>
    items.filter(({ id }) => isWanted(id)).map(({ title }) => title)
  const isPoor = (id: string) => {
    const judgement = judged.get(id)?.judgement
    return judgement !== null && typeof judgement === 'object' && judgement.verdict === 'poor'
  }
  return {
    total: items.length,
    recorded: titlesOf((id) => outcomes.get(id) === 'recorded').length,
    skipped: titlesOf((id) => outcomes.get(id) === 'skipped'),
    poor: titlesOf((id) => outcomes.get(id) === 'recorded' && isPoor(id)),
  }
}

export type SessionSummary = ReturnType<typeof summarise>
