import { type Actor, accessOf, type Takeout } from '@fonema/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import { actAs, type Database, type Tx } from '../platform/database/database.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { type PackDeps, pack } from './pack.ts'
import { beginAttempt, endAttempt, noteProgress, saveParticipants, type TakeoutRow } from './queries.ts'
import { forgetPreparedAudio } from './research/prepared-audio.ts'
import type { MakeTakeout } from './service.ts'
import '../auth/tables.ts'

type TakeoutJobDeps = PackDeps & { database: Database; store: ObjectStore; catalogue: Catalogue; clock: Clock }

/** The number of attempts. The queue delivers once more, in case a worker died in each of them. */
export const maxAttempts = 4

const keyOf = ({ organization_id, id }: TakeoutRow, attempt: number) => `${organization_id}/takeouts/${id}-${attempt}`

/** A participant was erased during packing: pack again without them. */
class Outdated extends Error {}

/**
 * Packs a takeout. Safe to run twice, also concurrently: attempts are numbered, and only the result of the last one is
 * kept.
 */
export async function makeTakeout(deps: TakeoutJobDeps, { organization_id, takeout_id }: MakeTakeout): Promise<void> {
  const { database, store, clock } = deps
  const within = <T>(work: (tx: Tx) => Promise<T>) => database.tenant(organization_id, work)
  const takeout = await within((tx) => beginAttempt(tx, takeout_id))
  if (takeout === undefined) return // complete, or finally failed
  const forget = () => forgetPreparedAudio(deps.config.dataDir, takeout.id)
  const fail = async (error: NonNullable<Takeout['error']>) => {
    const nothing = { object_key: null, size_bytes: null, sha256: null }
    await within((tx) => endAttempt(tx, takeout, { status: 'failed', error, ...nothing, finished_at: clock.now() }))
    await forget()
  }
  if (takeout.attempt > maxAttempts) return fail('interrupted')
  const asker = await within((tx) => askerOf(tx, deps.catalogue, takeout))
  if (asker === undefined) return fail('permission_denied')
  try {
    await packAndKeep(deps, takeout, asker)
    await forget()
  } catch (error) {
    // The queue retries, except after the last attempt.
    if (takeout.attempt < maxAttempts) throw error
    await fail(/ENOSPC|EDQUOT/.test(String((error as { code?: string }).code)) ? 'storage_full' : 'unknown')
  } finally {
    // Removes what earlier attempts stored before they died.
    for (let attempt = 1; attempt < takeout.attempt; attempt++) await store.remove(keyOf(takeout, attempt))
  }
}

async function packAndKeep(deps: TakeoutJobDeps, takeout: TakeoutRow, asker: Asker) {
  const { database, store, clock } = deps
  const { organization_id } = takeout
  const onProgress = (done: number, total: number) =>
    database.tenant(organization_id, (tx) => noteProgress(tx, takeout, done, total))
  // Whoever transcribes a take blind must not find the words of others in an archive either.
  const { requested_by: user_id, examiner_id, mode } = takeout
  const { staged, participants } = await actAs({ user_id, session_id: null, examiner_id, mode }, () =>
    pack(deps, { takeout, ...asker, now: clock.now(), onProgress }),
  )
  const key = keyOf(takeout, takeout.attempt)
  let isKept = false
  try {
    await store.commit(staged, key)
    isKept = await database.tenant(organization_id, async (tx) => {
      // Locks the participants until commit. An erasure that starts now waits, and then finds the archive.
      const there = await tx
        .selectFrom('participants')
        .select('id')
        .where(sql<boolean>`id = any(${participants})`)
        .forKeyShare()
        .execute()
      if (there.length < participants.length) throw new Outdated()
      await saveParticipants(tx, takeout, participants)
      const { sizeBytes: size_bytes, sha256 } = staged
      const outcome = { object_key: key, size_bytes, sha256, finished_at: clock.now() }
      return endAttempt(tx, takeout, { status: 'complete', error: null, ...outcome })
    })
  } finally {
    await store.discard(staged)
    if (!isKept) await store.remove(key)
  }
}

type Asker = { language: string; mayReadSurveys: boolean }

/** The user who ordered the takeout, with their present rights; undefined when they have none left. */
async function askerOf(tx: Tx, catalogue: Catalogue, takeout: TakeoutRow): Promise<Asker | undefined> {
  const { requested_by, examiner_id, mode: modeName, scope } = takeout
  const user = await tx
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .leftJoin('managers', 'managers.user_id', 'users.id')
    .select(['users.is_active', 'users.locale_id', 'organizations.owner_user_id', 'managers.id as manager_id'])
    .where('users.id', '=', requested_by)
    .executeTakeFirst()
  if (user === undefined || !user.is_active) return undefined
  const language = catalogue.requireLocale(user.locale_id).lang.code
  if (scope !== 'own') {
    const mayRead = user.manager_id !== null || user.owner_user_id === requested_by
    return mayRead ? { language, mayReadSurveys: true } : undefined
  }
  const examiner = await tx
    .selectFrom('examiners')
    .select(['user_id', 'is_active'])
    .where('id', '=', examiner_id)
    .executeTakeFirst()
  const grant = await tx
    .selectFrom('impersonation_grants')
    .select('mode')
    .where('user_id', '=', requested_by)
    .where('examiner_id', '=', examiner_id)
    .where('mode', '=', modeName ?? '')
    .executeTakeFirst()
  const isThemselves = modeName === null && examiner?.user_id === requested_by
  if (examiner?.is_active !== true || !(isThemselves || grant !== undefined)) return undefined
  const mode: Actor['mode'] = modeName === null ? null : (catalogue.modes[modeName] ?? {})
  const actor: Actor = { roles: { is_examiner: true, is_manager: false, is_owner: false }, mode }
  if (!accessOf(actor, { feature: 'downloadProtocolRes' }).granted) return undefined
  return { language, mayReadSurveys: accessOf(actor, { feature: 'downloadSurveyRes' }).granted }
}

export const RemoveObjects = z.object({ keys: z.array(z.string()) })

/**
 * Deletes objects whose rows are gone. The job is queued in the transaction that deletes the rows, so a crash leaves
 * nothing behind.
 */
export async function removeObjects({ store }: { store: ObjectStore }, { keys }: z.infer<typeof RemoveObjects>) {
  for (const key of keys) await store.remove(key)
}
