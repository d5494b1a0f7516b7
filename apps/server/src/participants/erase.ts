import type { HeldParticipant, ParticipantId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Page } from '../platform/http/pages.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { withCodes } from './queries.ts'
import './tables.ts'

export type EraseDeps = {
  queue: Queue
  /** Records the erasure in the audit log. Earlier entries keep who did what, and lose the values. */
  noteErasure(tx: Tx, principal: Principal, participantId: ParticipantId): Promise<void>
}

type Row = Omit<HeldParticipant, 'created_at'> & { created_at: Date }

/** The participant with this code, or those whose retention date is before today, by default the first hundred. */
export async function listHeld(
  tx: Tx,
  page: Page,
  code: string | undefined,
  today: string,
): Promise<HeldParticipant[]> {
  const isMeant = code === undefined ? sql`p.retain_until < ${today}` : sql`p.id = ${withCodes([code])}`
  const held = sql<Row>`
    (select p.id, p.code, p.active, p.examiner_id, p.created_at, p.consent_research, p.consent_others_heard,
      p.retain_until,
      (select count(*) from protocol_responses r where r.participant_id = p.id) as sessions,
      (select count(*) from survey_responses s where s.participant_id = p.id) as surveys,
      (select count(*) from files f where f.participant_id = p.id) as files
    from participants p where ${isMeant})`
  return (await page.read(tx, held, 100)).map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/**
 * Erases a participant: the rows at once, the stored objects by a job of the same transaction.
 *
 * @throws {InvalidFields} when the code is not the participant's, which prevents erasures by mistake
 */
export async function eraseParticipant(
  { queue, noteErasure }: EraseDeps,
  tx: Tx,
  owner: Principal,
  id: ParticipantId,
  code: string,
): Promise<undefined> {
  const found = await tx.selectFrom('participants').select('code').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  if (found.code !== code.trim()) throw new InvalidFields({ code: ['mismatch'] })
  const { rows } = await sql<{ keys: string[] | null }>`select erase_participant(${id}) as keys`.execute(tx)
  const keys = rows[0]?.keys
  // A simultaneous call erased the participant.
  if (keys == null) throw new AppError('not_found')
  await noteErasure(tx, owner, id)
  if (keys.length > 0) await queue.add(tx, 'remove-objects', { keys })
}
