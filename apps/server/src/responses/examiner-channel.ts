import type { ExaminerChannel, OrganizationId, TakeId } from '@fonema/contract'
import { isOneSound } from '@fonema/speech'
import type { Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import type { StagedObject } from '../platform/objects/object-store.ts'
import type { AudioHeader } from './audio-header.ts'
import './tables.ts'

/** A received file, and what its header says. */
export type ReceivedAudio = { staged: StagedObject; header: AudioHeader }

const framesOf = ({ durationSeconds, sampleRateHz }: AudioHeader) => Math.round(durationSeconds * sampleRateHz)

/**
 * A second channel means something only sample by sample.
 *
 * @throws {InvalidFields} `mismatch` for another number of samples, or another rate
 */
export function requireAligned(speech: AudioHeader, examiner: AudioHeader): void {
  const isAligned = examiner.sampleRateHz === speech.sampleRateHz && framesOf(examiner) === framesOf(speech)
  if (!isAligned) throw new InvalidFields({ examiner: ['mismatch'] })
}

/** In a task of one sound, both microphones hear the same person. */
export const firstState = (category: string): ExaminerChannel => (isOneSound(category) ? 'unused' : 'unread')

/** Until the channel is measured, the examiner may be heard anywhere in the take: its words and sound are withheld. */
export const peopleAtFirst = (state: ExaminerChannel | undefined): number => (state === 'unread' ? 2 : 1)

export const saveExaminerChannel = (
  tx: Tx,
  take: { id: TakeId; organization_id: OrganizationId },
  { staged, header }: ReceivedAudio,
  stored: { object_key: string; state: ExaminerChannel },
): Promise<unknown> =>
  tx
    .insertInto('examiner_channels')
    .values({
      ...stored,
      take_id: take.id,
      organization_id: take.organization_id,
      sha256: staged.sha256,
      size_bytes: staged.sizeBytes,
      content_type: `audio/${header.kind}`,
    })
    .execute()

export async function findExaminerChannels(tx: Tx, takeIds: readonly TakeId[]) {
  if (takeIds.length === 0) return new Map<TakeId, ExaminerChannel>()
  const rows = await tx
    .selectFrom('examiner_channels')
    .select(['take_id', 'state'])
    .where('take_id', 'in', takeIds)
    .execute()
  return new Map(rows.map(({ take_id, state }) => [take_id, state]))
}

/** The hash of the take's second channel; undefined: it has none. */
export async function examinerHash(tx: Tx, takeId: TakeId): Promise<string | undefined> {
  const found = tx.selectFrom('examiner_channels').select('sha256').where('take_id', '=', takeId)
  return (await found.executeTakeFirst())?.sha256
}
