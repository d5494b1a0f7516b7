import type { Quality, TakeId } from '@fonema/contract'
import type { FunctionName } from '@fonema/speech'
import type { Tx } from '../platform/database/database.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import type { TakeRow } from '../responses/queries.ts'
import { measureInProcess, measuringLimits } from './measure-in-process.ts'
import { failed, type Measurement, type UnfiledRequest } from './measurement.ts'
import { findCategory, findLongestSeconds, findSpeaker, findTake, lockTake } from './queries.ts'
import { findReferences, lendReferences } from './speakers/references.ts'
import { findChannel, isUndecided, lendChannel } from './speakers/second-channel.ts'
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
    channel: await findChannel(tx, takeId),
  }
}
export type Measurable = NonNullable<Awaited<ReturnType<typeof findMeasurable>>>

/** What of a take the results belong to. */
export type MeasuredTake = Pick<TakeRow, 'id' | 'sha256' | 'window_start' | 'window_end' | 'people' | 'speaker_track'>

/** What the measuring process is asked, without the files. */
export function requestOf({ take, asked, track, channel }: Measurable, functions: FunctionName[]): UnfiledRequest {
  return {
    sha256: take.sha256,
    window: { start: take.window_start, end: take.window_end },
    ...asked,
    track,
    people: take.people,
    isUndecided: isUndecided(channel),
    // A pause before the take is not a gap in it.
    gaps: take.gaps.filter(({ pause }) => pause !== true),
    settings: take.settings,
    functions,
  }
}

/** The recordings of the participant alone, where they are needed to find the participant's voice. */
export const neededReferences = ({ take, track, references }: Measurable) =>
  take.people > 1 && track === null ? references : []

/** The examiner's channel, where it is needed to find who speaks. */
export const neededChannel = ({ take, track, channel }: Measurable) =>
  take.people > 1 && track === null ? (channel ?? null) : null

/** Measures the stored audio in a process of its own. `onJudged` gets the verdict before the measures. */
export async function measureStored(
  store: ObjectStore,
  measurable: Measurable,
  functions: FunctionName[],
  onJudged: (quality: Quality) => void = () => {},
): Promise<Measurement> {
  const request = requestOf(measurable, functions)
  const measured = await store.lend(measurable.take.object_key, (file) =>
    lendReferences(store, neededReferences(measurable), (references) =>
      lendChannel(store, neededChannel(measurable), request.window, (examiner) =>
        measureInProcess({ file, ...request, references, examiner }, measuringLimits, onJudged),
      ),
    ),
  )
  return measured ?? failed(functions, 'audio_missing')
}

/** Locks the take. @returns whether nobody said meanwhile who speaks: then another job measures what is said now. */
export async function isUnchanged(tx: Tx, take: MeasuredTake): Promise<boolean> {
  await lockTake(tx, take.id)
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
export const measuredPart = (take: MeasuredTake) =>
  JSON.stringify({ sha256: take.sha256, window: { start: take.window_start, end: take.window_end } })
