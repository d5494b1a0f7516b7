import type { ChosenTake, ItemResponse, Take } from '@fonema/contract'
import type { TakeJudgement } from '../decide/TakeVerdict.tsx'
import type { TakeOwner } from '../recorder/types.ts'

type Verdict = 'good' | 'fair' | 'poor'

/** A take of this visit. `recordedAt`: as sent to the server, which returns it with the stored take. */
type JudgedTake = Pick<TakeOwner, 'itemId' | 'number' | 'holder'> & { recordedAt: string; judgement: TakeJudgement }

/** What this page has found out about the quality of a session's takes. */
export type JudgedTakes = {
  /** The takes of this visit, by id. */
  takes: ReadonlyMap<string, JudgedTake>
  /** The take that counts for each item: one of this visit, or one of the server with its verdict. */
  counting: ReadonlyMap<string, { id: string } | { verdict: Verdict | null }>
}

/** A take that the examiner chooses: its name for the API, and what else the page has of it. */
export type Choice = {
  chosen: ChosenTake
  isInterrupted: boolean
  /** Absent for a take that the server does not have yet. */
  stored?: Pick<Take, 'recorded_at' | 'quality'>
}

/** A take that the server has. */
export const choiceOf = (stored: Take): Choice => ({
  chosen: { take: stored.take },
  isInterrupted: stored.interrupted,
  stored,
})

/** The server's verdicts when the page was opened. */
export function judgedAtFirst(responses: readonly Pick<ItemResponse, 'protocol_item' | 'takes'>[]): JudgedTakes {
  const counting = responses.flatMap(({ protocol_item, takes }) => {
    const take = takes.find(({ status }) => status === 'counting')
    return take === undefined ? [] : [[protocol_item.id, { verdict: take.quality?.verdict ?? null }] as const]
  })
  return { takes: new Map(), counting: new Map(counting) }
}

/** With a take that just ended. A whole one counts. */
export function withTake(
  { takes, counting }: JudgedTakes,
  { id, itemId, number, holder }: Pick<TakeOwner, 'id' | 'itemId' | 'number' | 'holder'>,
  { recordedAt, isWhole, isJudged }: { recordedAt: string; isWhole: boolean; isJudged: boolean },
): JudgedTakes {
  const take: JudgedTake = { itemId, number, holder, recordedAt, judgement: isJudged ? 'judging' : null }
  return {
    takes: new Map(takes).set(id, take),
    counting: isWhole ? new Map(counting).set(itemId, { id }) : counting,
  }
}

export function withJudgement(judged: JudgedTakes, id: string, judgement: TakeJudgement): JudgedTakes {
  const take = judged.takes.get(id)
  return take === undefined ? judged : { ...judged, takes: new Map(judged.takes).set(id, { ...take, judgement }) }
}

/** With another take as the one that counts. A take of this visit keeps the verdict of this visit. */
export function withChoice({ takes, counting }: JudgedTakes, itemId: string, { chosen, stored }: Choice): JudgedTakes {
  const own = [...takes].find(
    ([, take]) =>
      take.itemId === itemId &&
      (stored === undefined
        ? take.number === chosen.take && take.holder === chosen.holder
        : Date.parse(take.recordedAt) === Date.parse(stored.recorded_at)),
  )
  const counts = own === undefined ? { verdict: stored?.quality?.verdict ?? null } : { id: own[0] }
  return { takes, counting: new Map(counting).set(itemId, counts) }
}

/** The verdict on the take that counts for an item; null while it is unknown. */
export function countingVerdict({ takes, counting }: JudgedTakes, itemId: string): Verdict | null {
  const counts = counting.get(itemId)
  if (counts === undefined) return null
  if ('verdict' in counts) return counts.verdict
  const judgement = takes.get(counts.id)?.judgement ?? null
  return judgement === null || judgement === 'judging' ? null : judgement.verdict
}
