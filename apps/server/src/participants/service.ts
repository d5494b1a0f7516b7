import type { FieldErrors, NewParticipant, Participant, ParticipantChanges, ParticipantId } from '@fonema/contract'
import { dateErrors } from '@fonema/contract/participant-dates'
import type { Catalogue } from '../content/catalogue.ts'
import { type Clock, dayIn } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import * as queries from './queries.ts'

export type ParticipantDeps = { clock: Clock; catalogue: Catalogue }

/** Finds a participant of the examiner; participants of others are not found. */
export async function requireParticipant(tx: Tx, examiner: Examiner, id: ParticipantId) {
  const found = await queries.findParticipant(tx, examiner.examinerId, id)
  if (found === undefined) throw new AppError('not_found')
  return found
}

/** The same, for changes that an archived participant refuses. */
export async function requireActiveParticipant(tx: Tx, examiner: Examiner, id: ParticipantId) {
  const found = await requireParticipant(tx, examiner, id)
  if (!found.active) throw new AppError('participant_archived')
  return found
}

export async function registerParticipant(
  deps: ParticipantDeps,
  tx: Tx,
  examiner: Examiner,
  { id, locale, ...fields }: NewParticipant & { id?: ParticipantId | undefined },
): Promise<Participant> {
  checkFields(deps, examiner, { locale, ...fields })
  const now = deps.clock.now()
  const row = {
    id: id ?? newId<ParticipantId>(now),
    organization_id: examiner.organizationId,
    examiner_id: examiner.examinerId,
    ...fields,
    locale_id: locale,
    created_at: now,
    created_by: examiner.userId,
  }
  const registered = await withUniqueCode(() => queries.insertParticipant(tx, row))
  if (registered === undefined) throw new AppError('id_taken')
  return queries.toParticipant(registered)
}

export async function changeParticipant(
  deps: ParticipantDeps,
  tx: Tx,
  examiner: Examiner,
  id: ParticipantId,
  { locale, ...fields }: ParticipantChanges,
): Promise<Participant> {
  const stored = await requireActiveParticipant(tx, examiner, id)
  const changes = { ...fields, ...(locale === undefined ? {} : { locale_id: locale }) }
  if (Object.keys(changes).length === 0) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  // A date is checked against the other stored date. Invalid stored dates do not prevent other changes.
  const { birthday, diagnose_date } = stored
  const hasDate = 'birthday' in fields || 'diagnose_date' in fields
  checkFields(deps, examiner, { ...(hasDate && { birthday, diagnose_date }), ...fields, locale })
  return queries.toParticipant(await withUniqueCode(() => queries.updateParticipant(tx, id, changes)))
}

export async function setParticipantActive(tx: Tx, examiner: Examiner, id: ParticipantId, active: boolean) {
  await requireParticipant(tx, examiner, id)
  return queries.toParticipant(await queries.updateParticipant(tx, id, { active }))
}

/** Checks the rules that need more than the body: the clinic's calendar day and the installed content. */
export function wrongFields(
  { clock, catalogue }: ParticipantDeps,
  examiner: Examiner,
  fields: ParticipantChanges,
): FieldErrors {
  const wrongDates = dateErrors(fields, dayIn(examiner.timeZone, clock.now()))
  const errors: FieldErrors = Object.fromEntries(Object.entries(wrongDates).map(([field, code]) => [field, [code]]))
  if (fields.locale !== undefined && !catalogue.isLocale(fields.locale)) errors.locale = ['invalid']
  if (fields.country != null && !catalogue.isCountry(fields.country)) errors.country = ['invalid']
  return errors
}

function checkFields(deps: ParticipantDeps, examiner: Examiner, fields: ParticipantChanges) {
  const errors = wrongFields(deps, examiner, fields)
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors)
}

async function withUniqueCode<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    // A colleague's participant may have the code. The answer reveals nothing else about it.
    if ((error as { constraint?: string }).constraint === 'participants_code')
      throw new InvalidFields({ code: ['already_exists'] })
    throw error
  }
}
