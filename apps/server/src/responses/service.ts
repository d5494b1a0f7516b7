import {
  accessOf,
  type ItemId,
  longestComment,
  type ParticipantId,
  type ProtocolId,
  type ProtocolResponse,
  type SessionId,
  type VisitId,
} from '@fonema/contract'
import type { Catalogue } from '../content/catalogue.ts'
import { earlierOf } from '../content/wordings.ts'
import { type Quota, requireRoom } from '../organization/quota.ts'
import { requireActiveParticipant, requireParticipant } from '../participants/service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { drawOrder, isDrawable } from '../protocols/order.ts'
import { findItems, findProtocols, type ItemRow, listAssigned } from '../protocols/queries.ts'
import * as queries from './queries.ts'
import { type IndicesOf, type ResultsOf, viewSession } from './view.ts'

export type ResponseDeps = {
  database: Database
  clock: Clock
  catalogue: Catalogue
  store: ObjectStore
  maxAudioBytes: number
  quota?: Quota
  resultsOf: ResultsOf
  indicesOf: IndicesOf
  /** Queues the analysis of a new take, in the transaction of the take. */
  planAnalysis(tx: Tx, take: queries.TakeRow, item: ItemRow, isPractice: boolean): Promise<void>
  /** Queues the compression of a new take, where recordings are stored as FLAC. */
  planCompression?(tx: Tx, take: queries.TakeRow): Promise<void>
  /** Fulfils a planned visit, in the transaction of the new session. */
  onStarted(tx: Tx, session: StartedSession): Promise<void>
}

type StartedSession = {
  participant_id: ParticipantId
  at: Date
  timeZone: string
  visit_id?: VisitId | undefined
  protocol_id: ProtocolId
  protocol_response_id: SessionId
  is_practice: boolean
}

export type SessionPath = { participant_id: ParticipantId; protocol_res_id: SessionId }

/** Finds a session of the examiner's own participant; sessions of others are not found. */
export async function requireSession(tx: Tx, examiner: Examiner, path: SessionPath): Promise<queries.SessionRow> {
  const [session] = await Promise.all([
    queries.findSession(tx, path.participant_id, path.protocol_res_id),
    requireParticipant(tx, examiner, path.participant_id),
  ])
  if (session === undefined) throw new AppError('not_found')
  return session
}

/** The same, for changes that are refused when the session or its participant is archived. */
export async function requireOpenSession(tx: Tx, examiner: Examiner, path: SessionPath): Promise<queries.SessionRow> {
  await requireActiveParticipant(tx, examiner, path.participant_id)
  const session = await requireSession(tx, examiner, path)
  if (!session.active) throw new AppError('response_archived')
  return session
}

type NewSession = {
  protocol_id: ProtocolId
  visit_id?: VisitId | undefined
  /** Chosen by a client that records without a network, as is the order. */
  id?: SessionId | undefined
  item_order?: ItemId[] | undefined
  earlier_wording?: true | undefined
}

export async function startSession(
  deps: ResponseDeps,
  tx: Tx,
  examiner: Examiner,
  participantId: ParticipantId,
  { protocol_id, visit_id, id, item_order, earlier_wording }: NewSession,
): Promise<ProtocolResponse> {
  await requireActiveParticipant(tx, examiner, participantId)
  const assigned = await listAssigned(tx, examiner.examinerId)
  const protocol =
    assigned.find((one) => one.id === protocol_id) ??
    earlierOf(assigned, await findProtocols(tx, [protocol_id]), earlier_wording === true)
  if (protocol === undefined) throw new InvalidFields({ protocol_id: ['invalid'] })
  const items = await findItems(tx, [protocol_id])
  if (item_order !== undefined && !isDrawable(items, item_order)) throw new InvalidFields({ item_order: ['invalid'] })
  await requireRoom(tx, deps.quota, 0)
  const now = deps.clock.now()
  const drawn = drawOrder(items)
  const session = await queries.insertSession(tx, {
    id: id ?? newId<SessionId>(now),
    organization_id: examiner.organizationId,
    participant_id: participantId,
    protocol_id,
    examiner_id: examiner.examinerId,
    created_by: examiner.userId,
    date_created: now,
    item_order: drawn === null ? null : (item_order ?? drawn),
  })
  if (session === undefined) throw new AppError('id_taken')
  await deps.onStarted(tx, {
    participant_id: participantId,
    at: now,
    timeZone: examiner.ownTimeZone,
    visit_id,
    protocol_id,
    protocol_response_id: session.id,
    is_practice: protocol.is_practice,
  })
  return viewSession(deps, tx, session)
}

/**
 * Writes the comment of a session, also after its end. A user without the right to read the comment appends to it
 * instead of replacing text that they cannot see.
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
  // Locked, so that of two simultaneous comments the second sees the first.
  const stored = await queries.lockComment(tx, session.id)
  const mayRead = accessOf(examiner, { feature: 'readProtocolRes' }).granted
  const isRepeat = comment === stored // the first answer was lost
  if (mayRead && based_on !== undefined && based_on !== stored && !isRepeat) throw new AppError('conflict')
  const written = mayRead ? comment : added(stored, comment)
  return viewSession(deps, tx, await queries.updateSession(tx, session.id, { comment: written }))
}

function added(stored: string | null, comment: string | null): string | null {
  if (stored === null || comment === null) return stored ?? comment
  // A repeat, after the first answer was lost.
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
