import { accessOf, longestComment, type ProtocolResponse } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Catalogue } from '../content/catalogue.ts'
import { type Quota, requireRoom } from '../organization/quota.ts'
import { requireActiveParticipant, requireParticipant } from '../participants/service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { type ItemRow, listAssigned } from '../protocols/queries.ts'
import * as queries from './queries.ts'
import { type ResultsOf, viewSession } from './view.ts'

export type ResponseDeps = {
  database: Database
  clock: Clock
  catalogue: Catalogue
  store: ObjectStore
  maxAudioBytes: number
  quota?: Quota
  resultsOf: ResultsOf
  /** Plans what a new take is to be measured for, in the take's own transaction. */
  planAnalysis(tx: Tx, take: queries.TakeRow, item: ItemRow, isPractice: boolean): Promise<void>
}

export type SessionPath = { participant_id: string; protocol_res_id: string }

/** A session of the examiner's own participant. Anybody else's does not exist. */
export async function requireSession(tx: Tx, examiner: Examiner, path: SessionPath): Promise<queries.SessionRow> {
  await requireParticipant(tx, examiner, path.participant_id)
  const session = await queries.findSession(tx, path.participant_id, path.protocol_res_id)
  if (session === undefined) throw new AppError('not_found')
  return session
}

/** The same, for a change that neither an archived session nor one of an archived participant takes. */
export async function requireOpenSession(tx: Tx, examiner: Examiner, path: SessionPath): Promise<queries.SessionRow> {
  await requireActiveParticipant(tx, examiner, path.participant_id)
  const session = await requireSession(tx, examiner, path)
  if (!session.active) throw new AppError('response_archived')
  return session
}

export async function startSession(
  deps: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  participantId: string,
  protocolId: string,
): Promise<ProtocolResponse> {
  await requireActiveParticipant(tx, examiner, participantId)
  const assigned = await listAssigned(tx, examiner.examinerId)
  if (!assigned.some(({ id }) => id === protocolId)) throw new InvalidFields({ protocol_id: ['invalid'] })
  await requireRoom(tx, deps.quota, 0)
  const now = deps.clock.now()
  const session = await queries.insertSession(tx, {
    id: uuidv7({ msecs: now.getTime() }),
    organization_id: examiner.organizationId,
    participant_id: participantId,
    protocol_id: protocolId,
    examiner_id: examiner.examinerId,
    created_by: examiner.userId,
    date_created: now,
  })
  return viewSession(deps, tx, session)
}

/**
 * The comment of a session, which may be written after its end too. Whoever may not read it adds to it: what they do not
 * see is never replaced.
 */
export async function commentSession(
  deps: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: SessionPath,
  { comment, based_on }: { comment?: string | null | undefined; based_on?: string | null | undefined },
): Promise<ProtocolResponse> {
  const session = await requireOpenSession(tx, examiner, path)
  if (comment === undefined) throw new InvalidFields({ non_field_errors: ['empty_data'] })
  // Locked, so that of two comments at once the second sees the first.
  const stored = await queries.lockComment(tx, session.id)
  const mayRead = accessOf(examiner, { feature: 'readProtocolRes' }).granted
  if (mayRead && based_on !== undefined && based_on !== stored) throw new AppError('conflict')
  const written = mayRead ? comment : added(stored, comment)
  return viewSession(deps, tx, await queries.updateSession(tx, session.id, { comment: written }))
}

function added(stored: string | null, comment: string | null): string | null {
  if (stored === null || comment === null) return stored ?? comment
  // Sent once more because the first answer was lost.
  if (`\n${stored}`.endsWith(`\n${comment}`)) return stored
  const both = `${stored}\n${comment}`
  if (both.length > longestComment) throw new InvalidFields({ comment: ['too_long'] })
  return both
}

export async function setSessionActive(
  deps: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  path: SessionPath,
  active: boolean,
): Promise<ProtocolResponse> {
  const session = await requireSession(tx, examiner, path)
  return viewSession(deps, tx, await queries.updateSession(tx, session.id, { active }))
}
