import type { BodyOf, Contract } from '@fonema/contract'

/** Made without a network, outside a recording. `key`: of the first attempt, so that its repeats create nothing. */
export type OutboxEntry =
  | { kind: 'participant'; body: BodyOf<Contract['POST /user/participants/']> }
  | { kind: 'survey'; name: string; key: string; body: BodyOf<Contract['POST /surveys/responses/{participant_id}/']> }
  /** `based_on`: the comment that the person saw. */
  | { kind: 'comment'; session: string; comment: string; based_on: string }

type Keeper = (participantId: string, entry: OutboxEntry) => Promise<void>
let keeper: Keeper | null = null

/** Who puts entries into the outbox. Set once, by its sign. */
export function keepsEntries(next: Keeper): void {
  keeper = next
}

/** Puts an entry into the outbox; resolves when it is stored. */
export function keepEntry(participantId: string, entry: OutboxEntry): Promise<void> {
  if (keeper === null) throw new Error('no outbox')
  return keeper(participantId, entry)
}
