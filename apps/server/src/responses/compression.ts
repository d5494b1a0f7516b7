import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { writeFlac16 } from '@fonema/audio'
import type { OrganizationId, TakeId } from '@fonema/contract'
import { readFlac, readWav, WavError, writeWav16 } from '@fonema/speech'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { priority, type Queue } from '../platform/jobs/queue.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { storeFor } from '../platform/objects/store-for.ts'
import type { TakeRow } from './queries.ts'
import './tables.ts'

type Deps = { database: Database; store: ObjectStore; clock: Clock }

/** Bytes. A recording is in memory while it is compressed. */
const largest = 60_000_000

/** A link, a measurement or an archive that began before may still read the file that was sent. */
const keptHours = 24

/** What the sender sent. `sha256` is what the store has. */
export const sentHash = ({ sha256, sent_sha256 }: { sha256: string; sent_sha256: string | null }): string =>
  sent_sha256 ?? sha256

/**
 * A recording as FLAC. Undefined when FLAC would not give back every byte of the file, as with several channels, other
 * widths and further chunks, or would not be smaller.
 */
export function compressed(wav: Uint8Array): Uint8Array | undefined {
  try {
    const { samples, sampleRateHz } = readWav(wav)
    const flac = writeFlac16(in16Bits(samples), sampleRateHz)
    const read = readFlac(flac)
    const restored = Buffer.from(writeWav16(in16Bits(read.samples), read.sampleRateHz))
    return restored.equals(wav) && flac.length < wav.length ? flac : undefined
  } catch (error) {
    if (error instanceof WavError) return undefined
    throw error
  }
}

const in16Bits = (samples: Float32Array) => Int16Array.from(samples, (sample) => Math.round(sample * 2 ** 15))

/** Queues the compression of a take in its own transaction. */
export const createCompressionPlanner =
  (queue: Queue, storedAudio: 'wav' | 'flac') =>
  async (tx: Tx, { organization_id, id, content_type }: TakeRow): Promise<void> => {
    if (storedAudio !== 'flac' || content_type !== 'audio/wav') return
    await queue.add(tx, 'compress-take', { organization_id, take_id: id }, { priority: priority.background })
  }

/**
 * Replaces a stored WAV file by FLAC with the same samples. Safe to run twice, also concurrently. The file that was sent
 * stays beside it for a day.
 */
export async function compressTake(
  { database, store, clock }: Deps,
  { organization_id, take_id }: { organization_id: OrganizationId; take_id: TakeId },
): Promise<void> {
  const take = await database.tenant(organization_id, (tx) =>
    tx.selectFrom('takes').selectAll().where('id', '=', take_id).executeTakeFirst(),
  )
  // Erased, compressed already, or sent as FLAC.
  if (take === undefined || take.content_type !== 'audio/wav' || take.size_bytes > largest) return
  const wav = Buffer.concat(await Array.fromAsync(store.read(take.object_key) as AsyncIterable<Uint8Array>))
  // The nightly check of the store reports it.
  if (createHash('sha256').update(wav).digest('hex') !== take.sha256) return
  const flac = compressed(wav)
  if (flac === undefined) return
  const staged = await store.stage(Readable.from([flac]), Number.POSITIVE_INFINITY)
  const key = `${organization_id}/takes/${uuidv7()}.flac`
  try {
    await storeFor(store, staged, key, (keep) =>
      database.tenant(organization_id, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('takes')
          .set({
            object_key: key,
            sha256: staged.sha256,
            size_bytes: staged.sizeBytes,
            content_type: 'audio/flac',
            sent_sha256: take.sha256,
          })
          .where('id', '=', take_id)
          .where('object_key', '=', take.object_key)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return
        const { object_key, sha256 } = take
        await tx
          .insertInto('replaced_recordings')
          .values({ take_id, organization_id, object_key, sha256, replaced_at: clock.now() })
          .execute()
        keep()
      }),
    )
  } finally {
    await store.discard(staged)
  }
}

/** Removes the files that were replaced more than a day ago. */
export async function removeReplaced({ database, store, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptHours * 3_600_000)
  const { rows } = await sql<{ organization_id: OrganizationId; take_id: TakeId; object_key: string }>`
    select * from recordings_replaced_before(${before})`.execute(database.shared)
  for (const { organization_id, take_id, object_key } of rows) {
    await store.remove(object_key)
    await database.tenant(organization_id, (tx) =>
      tx.deleteFrom('replaced_recordings').where('take_id', '=', take_id).execute(),
    )
  }
}
