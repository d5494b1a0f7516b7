import { OrganizationId, SessionId, type TakeId } from '@fonema/contract'
import { avqiVersion, vowelSpaceVersion } from '@fonema/speech'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Database, Tx } from '../../platform/database/database.ts'
import { priority, type Queue, queueSchema } from '../../platform/jobs/queue.ts'
import { addInRounds, type RoundLimits } from '../../platform/jobs/rounds.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import type { JobDeps } from '../jobs.ts'
import { avqiInProcess } from './in-process.ts'
import { reasonAfter, reasonBefore } from './limits.ts'
import type { AvqiOutcome } from './messages.ts'
import { findMaterial, findStored, type Material } from './queries.ts'
import { computeVowelSpace, giveUpVowelSpace } from './vowel-space.ts'

export const ComputeIndex = z.object({ organization_id: OrganizationId, protocol_response_id: SessionId })
export type ComputeIndex = z.infer<typeof ComputeIndex>

/** Queues the indices of a take's session, if its protocol declares one from this take's item. */
export async function planIndex(
  queue: Pick<Queue, 'add'>,
  tx: Tx,
  takeId: TakeId,
  urgency: number = priority.live,
): Promise<void> {
  const session = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_items.protocol_id')
    .select(['takes.organization_id', 'protocol_response_id', 'protocol_items.key', 'indices'])
    .where('takes.id', '=', takeId)
    .where('is_practice', '=', false)
    .executeTakeFirst()
  if (session === undefined || !Object.values(session.indices).some((needed) => isFrom(needed, session.key))) return
  const { organization_id, protocol_response_id } = session
  await queue.add(tx, 'compute-index', { organization_id, protocol_response_id }, { priority: urgency })
}

const isFrom = (needed: object, itemKey: string) => Object.values(needed).includes(itemKey)

/**
 * Computes the indices of a session from its counting takes, once these are measured. Safe to run twice: the same takes
 * and version are measured once.
 */
export async function computeIndex(deps: JobDeps, job: ComputeIndex): Promise<void> {
  await computeAvqi(deps, job)
  await computeVowelSpace(deps, job)
}

async function computeAvqi({ database, store, clock }: JobDeps, job: ComputeIndex): Promise<void> {
  const { organization_id, protocol_response_id } = job
  const found = await database.tenant(organization_id, async (tx) => {
    const material = await findMaterial(tx, protocol_response_id)
    const stored = material && (await findStored(tx, protocol_response_id))
    return stored !== undefined && isCurrent(stored, material!) ? undefined : material
  })
  if (found === undefined) return // an item is not recorded or not measured yet, or the index is there
  const result = await measureMaterial(store, found)
  await database.tenant(organization_id, (tx) => save(tx, job, found, result, clock.now()))
}

/** Called when every attempt has failed or killed its worker. */
export async function giveUpIndex(deps: JobDeps, job: ComputeIndex): Promise<void> {
  await giveUpAvqi(deps, job)
  await giveUpVowelSpace(deps, job)
}

async function giveUpAvqi({ database, clock }: JobDeps, job: ComputeIndex): Promise<void> {
  await database.tenant(job.organization_id, async (tx) => {
    const material = await findMaterial(tx, job.protocol_response_id)
    const stored = material && (await findStored(tx, job.protocol_response_id))
    if (material === undefined || (stored !== undefined && isCurrent(stored, material))) return
    await save(tx, job, material, { status: 'failed', reason: 'not_measured', scores: '{}' }, clock.now())
  })
}

async function save(tx: Tx, job: ComputeIndex, { speech, vowel }: Material, result: Result, now: Date) {
  const row = {
    ...result,
    version: avqiVersion,
    speech_take_id: speech.id,
    vowel_take_id: vowel.id,
    updated_at: now,
  }
  await tx
    .insertInto('session_indices')
    .values({ id: uuidv7(), ...job, name: 'avqi', ...row })
    .onConflict((conflict) => conflict.columns(['protocol_response_id', 'name']).doUpdateSet(row))
    .execute()
}

type Stored = { version: number; status: string; speech_take_id: TakeId | null; vowel_take_id: TakeId }

const isCurrent = (stored: Stored, { speech, vowel }: Material) =>
  stored.version >= avqiVersion &&
  stored.status !== 'failed' &&
  stored.speech_take_id === speech.id &&
  stored.vowel_take_id === vowel.id

type Result = { status: 'ready' | 'withheld' | 'failed'; reason: string | null; scores: string }

async function measureMaterial(
  store: ObjectStore,
  { speech, vowel, syllables, asked, error }: Material,
): Promise<Result> {
  if (error !== null) return { status: 'failed', reason: error, scores: '{}' }
  const withheld = (reason: string, scores = {}): Result => ({
    status: 'withheld',
    reason,
    scores: JSON.stringify(scores),
  })
  const before = reasonBefore({
    verdicts: [speech, vowel].map(({ quality }) => quality?.verdict ?? null),
    ratesHz: [speech, vowel].map(({ sample_rate_hz }) => sample_rate_hz),
    vowelS: vowel.window_end - vowel.window_start,
    syllables,
    askedSyllables: asked,
  })
  if (before !== null) return withheld(before)
  const partOf = (take: Material['speech'], file: string) => ({
    file,
    sha256: take.sha256,
    window: { start: take.window_start, end: take.window_end },
  })
  const outcome = await store.lend(speech.object_key, (spoken) =>
    store.lend(vowel.object_key, (sustained) =>
      avqiInProcess({ speech: partOf(speech, spoken), vowel: partOf(vowel, sustained) }),
    ),
  )
  const measured: AvqiOutcome = outcome ?? { status: 'failed', error: 'audio_missing' }
  if (measured.status === 'failed') return { status: 'failed', reason: measured.error, scores: '{}' }
  const reason = reasonAfter(measured.avqi)
  if (reason !== null || measured.avqi === null) {
    const lengths = measured.avqi && { voiced_s: measured.avqi.voiced_s, vowel_s: measured.avqi.vowel_s }
    return withheld(reason ?? 'too_little_voice', lengths ?? {})
  }
  return { status: 'ready', reason: null, scores: JSON.stringify(measured.avqi) }
}

/** `date_created` is text, because a Date has no microseconds. */
type SessionToRenew = ComputeIndex & { date_created: string }

/**
 * Plans the indices of recorded sessions that have none of this version: newest sessions first, at the lowest priority.
 * Several workers may run this at every start.
 */
export async function planIndexRenewal(
  { database, queue, signal }: { database: Database; queue: Queue; signal?: AbortSignal },
  limits?: RoundLimits,
): Promise<void> {
  await addInRounds<SessionToRenew>(
    { database, signal },
    'renewal of indices',
    {
      async next(last, most) {
        const { rows } = await sql<SessionToRenew>`
          select * from sessions_to_renew(
            ${avqiVersion}, ${vowelSpaceVersion}, ${last?.date_created ?? null}, ${last?.protocol_response_id ?? null}, ${most})
        `.execute(database.shared)
        return rows
      },
      add: ({ organization_id, protocol_response_id }) =>
        database.shared.transaction().execute(async (tx) => {
          if (await isWaiting(tx, protocol_response_id)) return
          const job = { organization_id, protocol_response_id }
          await queue.add(tx, 'compute-index', job, { priority: priority.renewal })
        }),
      whenFull: 'wait',
    },
    limits,
  )
}

/** Whether the session's indices are planned already. Until the transaction ends, no other worker asks this. */
async function isWaiting(tx: Tx, sessionId: SessionId): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`compute-index ${sessionId}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select from ${sql.table(`${queueSchema}.job`)} where name = 'compute-index' and state <= 'active'
      and data ->> 'protocol_response_id' = ${sessionId} limit 1`.execute(tx)
  return rows.length > 0
}
