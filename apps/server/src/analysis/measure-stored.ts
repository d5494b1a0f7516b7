import type { Quality, TakeId } from '@fonema/contract'
import type { FunctionName } from '@fonema/speech'
import type { Tx } from '../platform/database/database.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import type { TakeRow } from '../responses/queries.ts'
import { measureInProcess, measuringLimits } from './measure-in-process.ts'
import { failed, type Measurement } from './measurement.ts'
import { findCategory, findLongestSeconds, findSpeaker, findTake } from './queries.ts'
import { findReferences, lendReferences } from './speakers/references.ts'
import { findTrack } from './speakers/track.ts'

/** A take, and what its measuring depends on. */
export async function findMeasurable(tx: Tx, takeId: TakeId) {
  const take = await findTake(tx, takeId)
  if (take === undefined) return undefined
  return {
    take,
    asked: {
      longestSeconds: await findLongestSeconds(tx, takeId),
      category: await findCategory(tx, takeId),
      speaker: await findSpeaker(tx, takeId),
    },
    references: await findReferences(tx, takeId),
    track: await findTrack(tx, takeId),
  }
}
export type Measurable = NonNullable<Awaited<ReturnType<typeof findMeasurable>>>

/** Measures the stored audio in a process of its own. `onJudged` gets the verdict before the measures. */
export async function measureStored(
  store: ObjectStore,
  { take, asked, references, track }: Measurable,
  functions: FunctionName[],
  onJudged: (quality: Quality) => void = () => {},
): Promise<Measurement> {
  const request = {
    sha256: take.sha256,
    window: { start: take.window_start, end: take.window_end },
    ...asked,
    track,
    people: take.people,
    // A pause before the take is not a gap in it.
    gaps: take.gaps.filter(({ pause }) => pause !== true),
    settings: take.settings,
    functions,
  }
  const known = take.people > 1 && track === null ? references : []
  const measured = await store.lend(take.object_key, (file) =>
    lendReferences(store, known, (parts) =>
      measureInProcess({ file, ...request, references: parts }, measuringLimits, onJudged),
    ),
  )
  return measured ?? failed(functions, 'audio_missing')
}

/** Locks the take. @returns whether nobody said meanwhile who speaks: then another job measures what is said now. */
export async function isUnchanged(tx: Tx, take: TakeRow): Promise<boolean> {
  await tx.selectFrom('takes').select('id').where('id', '=', take.id).forUpdate().execute()
  const present = await findTake(tx, take.id)
  return present?.people === take.people && present.speaker_track === take.speaker_track
}

export const saveQuality = (tx: Tx, takeId: TakeId, quality: Quality) =>
  tx
    .updateTable('takes')
    .set({ quality: JSON.stringify(quality) })
    .where('id', '=', takeId)
    .execute()

/** What was measured: the audio's hash and the window. */
export const measuredPart = (take: TakeRow) =>
  JSON.stringify({ sha256: take.sha256, window: { start: take.window_start, end: take.window_end } })
