import type { Consent, ConsentChanges, ParticipantId } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { requireParticipant } from './service.ts'

const consents = ['consent_research', 'consent_others_heard', 'retain_until'] as const

export async function findConsent(tx: Tx, examiner: Examiner, id: ParticipantId): Promise<Consent> {
  await requireParticipant(tx, examiner, id)
  return tx.selectFrom('participants').select(consents).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Also for an archived participant, because a consent can be withdrawn at any time. */
export async function changeConsent(
  tx: Tx,
  examiner: Examiner,
  id: ParticipantId,
  changes: ConsentChanges,
): Promise<Consent> {
  await requireParticipant(tx, examiner, id)
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  return tx.updateTable('participants').set(changes).where('id', '=', id).returning(consents).executeTakeFirstOrThrow()
}
