import { AudioError } from '@fonema/audio'
import type { ExaminerChannel, TakeId } from '@fonema/contract'
import { type Recording, readSecondChannel } from '@fonema/speech'
import type { Tx } from '../../platform/database/database.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import '../../responses/tables.ts'
import type { Measurement, MeasurementRequest, StoredPart } from '../measurement.ts'
import { ChangedAudio, readPart } from '../read-part.ts'

export type SecondChannelFound = ReturnType<typeof readSecondChannel>

type Asked = Pick<MeasurementRequest, 'people' | 'track' | 'examiner' | 'isUndecided'>

/**
 * Who speaks by the examiner's channel; null: there is none, or something else decides.
 *
 * @throws {AudioError} `not_found` when the file is gone, and only it could say how many people speak
 */
export async function readChannel(
  { people, track, examiner, isUndecided }: Asked,
  { samples, sampleRateHz }: Recording,
): Promise<SecondChannelFound | null> {
  if (people === 1 || track !== null) return null
  if (examiner === null && isUndecided) throw new AudioError('not_found')
  if (examiner === null) return null
  const second = await readPart(examiner)
  // Their headers agreed when they were stored.
  if (second.sampleRateHz !== sampleRateHz || second.samples.length !== samples.length)
    throw new ChangedAudio('the channels differ in length')
  return readSecondChannel(samples, second.samples, sampleRateHz)
}

export type StoredChannel = { object_key: string; sha256: string; state: ExaminerChannel; said_by_person: boolean }

export const findChannel = (tx: Tx, takeId: TakeId): Promise<StoredChannel | undefined> =>
  tx
    .selectFrom('examiner_channels')
    .select(['object_key', 'sha256', 'state', 'said_by_person'])
    .where('take_id', '=', takeId)
    .executeTakeFirst()

/** Nobody but the microphones says whether several people speak. */
export const isUndecided = (channel: StoredChannel | undefined): boolean => channel?.said_by_person === false

/** From now on, a person's word counts. */
export const noteSaidByPerson = (tx: Tx, takeId: TakeId): Promise<unknown> =>
  tx.updateTable('examiner_channels').set({ said_by_person: true }).where('take_id', '=', takeId).execute()

/** Lends the file of the channel while `work` runs; null where it is gone. */
export async function lendChannel<T>(
  store: ObjectStore,
  channel: { object_key: string; sha256: string } | null,
  window: StoredPart['window'],
  work: (part: StoredPart | null) => Promise<T>,
): Promise<T> {
  if (channel === null) return work(null)
  const { object_key, sha256 } = channel
  const done = await store.lend(object_key, async (file) => ({ result: await work({ file, sha256, window }) }))
  return done === undefined ? work(null) : done.result
}

/** Stores what the channel says. Where it says that the participant is alone, the take is one of one person. */
export async function saveSecondChannel(
  tx: Tx,
  takeId: TakeId,
  { second_channel }: Pick<Measurement, 'second_channel'>,
): Promise<void> {
  if (second_channel === undefined) return
  const channel = await findChannel(tx, takeId)
  if (channel === undefined) return
  await tx.updateTable('examiner_channels').set({ state: second_channel }).where('take_id', '=', takeId).execute()
  if (second_channel !== 'heard' && isUndecided(channel))
    await tx.updateTable('takes').set({ people: 1 }).where('id', '=', takeId).execute()
}
