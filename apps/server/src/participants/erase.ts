import type { HeldParticipant } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import './tables.ts'

export type EraseDeps = {
  queue: Queue
  /** Notes the erasure in the trail, which keeps who did what and loses what it was. */
  noteErasure(tx: Tx, principal: Principal, participantId: string): Promise<void>
}

type Row = Omit<HeldParticipant, 'created_at'> & { created_at: Date }

/** The participant with this code, or those whose retention date lies before today, the first hundred. */
export async function listHeld(tx: Tx, code: string | undefined, today: string): Promise<HeldParticipant[]> {
  const isMeant = code === undefined ? sql`p.retain_until < ${today}` : sql`lower(p.code) = lower(${code})`
  const { rows } = await sql<Row>`
    select p.id, p.code, p.active, p.examiner_id, p.created_at, p.consent_research, p.retain_until,
      (select count(*) from protocol_responses r where r.participant_id = p.id) as sessions,
      (select count(*) from survey_responses s where s.participant_id = p.id) as surveys,
      (select count(*) from files f where f.participant_id = p.id) as files
    from participants p where ${isMeant} order by p.retain_until, p.id limit 100`.execute(tx)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/**
 * Everything of a participant goes, rows at once and bytes by a job that is planned with them.
 *
 * @throws {InvalidFields} when the code is not the participant's: nobody erases by mistake
 */
export async function eraseParticipant(
  { queue, noteErasure }: EraseDeps,
  tx: Tx,
  owner: Principal,
  id: string,
  code: string,
): Promise<undefined> {
  const found = await tx.selectFrom('participants').select('code').where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  if (found.code !== code.trim()) throw new InvalidFields({ code: ['mismatch'] })
  const { rows } = await sql<{ keys: string[] | null }>`select erase_participant(${id}) as keys`.execute(tx)
  const keys = rows[0]?.keys
  // Somebody else did it at the same moment.
  if (keys == null) throw new AppError('not_found')
  await noteErasure(tx, owner, id)
  if (keys.length > 0) await queue.add(tx, 'remove-objects', { keys })
}
