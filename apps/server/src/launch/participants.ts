import type { Launched, NewParticipant, Participant, ParticipantId } from '@fonema/contract'
import { withCodes } from '../participants/queries.ts'
import { type ParticipantDeps, registerParticipant, requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import type { findPatient } from './arrivals.ts'
import './tables.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findPatient>>>

/** Finds the participant by the patient's id at that health record, never by a name. Changes nothing. */
export async function describeLaunch(tx: Tx, examiner: Examiner, { ehr, patientId, values }: Found): Promise<Launched> {
  const connected = await tx
    .selectFrom('ehr_patients')
    .innerJoin('participants', 'participants.id', 'ehr_patients.participant_id')
    .select(['participants.id', 'participants.examiner_id'])
    .where('ehr_id', '=', ehr.id)
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  const isOwn = connected?.examiner_id === examiner.examinerId
  const sameCode =
    connected !== undefined || values.code === null
      ? undefined
      : await tx
          .selectFrom('participants')
          .select('id')
          .where('id', '=', withCodes([values.code]))
          .where('examiner_id', '=', examiner.examinerId)
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('ehr_patients')
                  .select('patient_id')
                  .where('ehr_id', '=', ehr.id)
                  .whereRef('participant_id', '=', 'participants.id'),
              ),
            ),
          )
          .executeTakeFirst()
  return {
    ehr: ehr.name,
    participant_id: isOwn ? connected.id : null,
    is_elsewhere: connected !== undefined && !isOwn,
    same_code: sameCode?.id ?? null,
    values,
  }
}

async function connect(tx: Tx, { ehr, patientId }: Found, participant_id: ParticipantId, now: Date): Promise<void> {
  const { id: ehr_id, organization_id } = ehr
  const made = await tx
    .insertInto('ehr_patients')
    .values({ ehr_id, organization_id, patient_id: patientId, participant_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('participant_id')
    .executeTakeFirst()
  if (made !== undefined) return
  // A repetition, or one of the two is connected to somebody else.
  const stored = await tx
    .selectFrom('ehr_patients')
    .select('participant_id')
    .where('ehr_id', '=', ehr_id)
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  if (stored?.participant_id !== participant_id) throw new AppError('conflict')
}

export async function registerLaunched(
  deps: ParticipantDeps,
  tx: Tx,
  examiner: Examiner,
  found: Found,
  given: NewParticipant,
): Promise<Participant> {
  const participant = await registerParticipant(deps, tx, examiner, given)
  await connect(tx, found, participant.id, deps.clock.now())
  return participant
}

export async function connectLaunched(
  { clock }: Pick<ParticipantDeps, 'clock'>,
  tx: Tx,
  examiner: Examiner,
  found: Found,
  participantId: ParticipantId,
): Promise<void> {
  await requireParticipant(tx, examiner, participantId)
  await connect(tx, found, participantId, clock.now())
}
