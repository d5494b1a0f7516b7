import type { SessionId } from '@fonema/contract'
import {
  type CornerVowel,
  cornerVowels,
  type NoVowelSpace,
  type Speaker,
  type VowelSpace,
  vowelSpaceVersion,
} from '@fonema/speech'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import type { JobDeps } from '../jobs.ts'
import { findSpeaker } from '../queries.ts'
import { vowelSpaceInProcess } from './in-process.ts'
import type { ComputeIndex } from './job.ts'
import { leastVowelRateHz } from './limits.ts'
import type { Part, VowelSpaceOutcome } from './messages.ts'
import { countingTakes, findStored, type Recorded } from './queries.ts'

/** The three recordings of a vowel space. `error`: why one of them was not measured. */
type Material = { takes: Record<CornerVowel, Recorded>; speaker: Speaker; error: string | null }

/** The recordings of a session's vowel space; undefined until all are there and measured. */
async function findMaterial(tx: Tx, sessionId: SessionId): Promise<Material | undefined> {
  const all = await countingTakes(tx, sessionId).execute()
  const needed = all[0]?.indices.vowel_space
  if (needed === undefined) return undefined
  const found = cornerVowels.flatMap((vowel) => {
    const take = all.find(({ key }) => key === needed[vowel])
    return take === undefined ? [] : [[vowel, take] as const]
  })
  if (found.length < cornerVowels.length) return undefined
  const takes = Object.fromEntries(found) as Material['takes']
  const ids = Object.values(takes).map(({ id }) => id)
  const measured = await tx
    .selectFrom('feature_results')
    .distinctOn('take_id')
    .select('error')
    .where('take_id', 'in', ids)
    .where('entry', '=', 'recording_quality')
    .where('status', '!=', 'pending')
    .orderBy('take_id')
    .orderBy('function_version', 'desc')
    .execute()
  if (measured.length < ids.length) return undefined
  const speaker = await findSpeaker(tx, takes.a.id)
  return { takes, speaker, error: measured.find(({ error }) => error !== null)?.error ?? null }
}

type Result = {
  status: 'ready' | 'withheld' | 'failed'
  reason: string | null
  vowel: CornerVowel | null
  scores: string
}

const failed = (reason: string): Result => ({ status: 'failed', reason, vowel: null, scores: '{}' })

/** Computes the vowel space of a session, as `computeIndex` does for the AVQI. */
export async function computeVowelSpace({ database, store, clock }: JobDeps, job: ComputeIndex): Promise<void> {
  const found = await findDue(database, job)
  if (found === undefined) return // an item is not recorded or not measured yet, or the vowel space is there
  const result = await measureMaterial(store, found)
  await database.tenant(job.organization_id, (tx) => save(tx, job, found, result, clock.now()))
}

/** Called when every attempt has failed or killed its worker. */
export async function giveUpVowelSpace({ database, clock }: JobDeps, job: ComputeIndex): Promise<void> {
  const found = await findDue(database, job)
  if (found === undefined) return
  await database.tenant(job.organization_id, (tx) => save(tx, job, found, failed('not_measured'), clock.now()))
}

const findDue = (database: JobDeps['database'], { organization_id, protocol_response_id }: ComputeIndex) =>
  database.tenant(organization_id, async (tx) => {
    const material = await findMaterial(tx, protocol_response_id)
    const stored = material && (await findStored(tx, protocol_response_id, 'vowel_space'))
    const isDone = stored !== undefined && stored.status !== 'failed' && isOfTakes(stored, material!.takes)
    return isDone ? undefined : material
  })

type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** Whether a stored vowel space is of these takes and of this version. */
export const isOfTakes = (
  { version, vowel_take_id, i_take_id, u_take_id }: Stored,
  { a, i, u }: Record<CornerVowel, Pick<Recorded, 'id'>>,
): boolean => version >= vowelSpaceVersion && vowel_take_id === a.id && i_take_id === i.id && u_take_id === u.id

async function measureMaterial(store: ObjectStore, { takes, speaker, error }: Material): Promise<Result> {
  if (error !== null) return failed(error)
  const before = reasonBefore(takes)
  if (before !== null) return { status: 'withheld', ...before, scores: '{}' }
  const partOf = ({ sha256, window_start, window_end }: Recorded, file: string): Part => ({
    file,
    sha256,
    window: { start: window_start, end: window_end },
  })
  const outcome = await store.lend(takes.a.object_key, (a) =>
    store.lend(takes.i.object_key, (i) =>
      store.lend(takes.u.object_key, (u) =>
        vowelSpaceInProcess({
          vowels: { a: partOf(takes.a, a), i: partOf(takes.i, i), u: partOf(takes.u, u) },
          speaker,
        }),
      ),
    ),
  )
  return resultOf(outcome ?? { status: 'failed', error: 'audio_missing' })
}

/** Why three recordings have no vowel space, before their samples are read; null: they may have one. */
function reasonBefore(takes: Material['takes']): Pick<Result, 'reason' | 'vowel'> | null {
  for (const vowel of cornerVowels) {
    const { quality, sample_rate_hz } = takes[vowel]
    if (quality?.verdict === 'poor') return { reason: 'poor_quality', vowel }
    if (sample_rate_hz < leastVowelRateHz) return { reason: 'low_rate', vowel }
  }
  return null
}

function resultOf(outcome: VowelSpaceOutcome): Result {
  if (outcome.status === 'failed') return failed(outcome.error)
  if (isNone(outcome.found)) return { status: 'withheld', ...outcome.found, scores: '{}' }
  return { status: 'ready', reason: null, vowel: null, scores: JSON.stringify(outcome.found) }
}

const isNone = (found: VowelSpace | NoVowelSpace): found is NoVowelSpace => 'reason' in found

async function save(tx: Tx, job: ComputeIndex, { takes }: Material, result: Result, now: Date) {
  const row = {
    ...result,
    version: vowelSpaceVersion,
    vowel_take_id: takes.a.id,
    i_take_id: takes.i.id,
    u_take_id: takes.u.id,
    updated_at: now,
  }
  await tx
    .insertInto('session_indices')
    .values({ id: uuidv7(), ...job, name: 'vowel_space', ...row })
    .onConflict((conflict) => conflict.columns(['protocol_response_id', 'name']).doUpdateSet(row))
    .execute()
}
