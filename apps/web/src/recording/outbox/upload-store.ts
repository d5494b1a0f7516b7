import type { SealingKey } from '../../api/sealing.ts'
import type { RunningPiece } from '../recorder/piece-chain.ts'
import type { ExaminerFile, RunningTake, Take } from '../recorder/types.ts'
import { audioIn, examinerIn, type StoredUpload, type TakeUpload, type UploadStore } from '../recorder/upload.ts'
import { headerBytes } from '../recorder/wav.ts'
import { openOutbox } from './database.ts'
import { interruptedRecordings } from './interrupted-recording.ts'
import { noteHolder } from './last-holder.ts'
import { holdPageLock, isPageAlive } from './page-lock.ts'
import { createSealedStore, examinerOf, type SealedStore } from './sealed-store.ts'
import { countFrames, hashOfWav, wavOf } from './wav-file.ts'

type OutboxRecord = RunningTake | RunningPiece | ({ kind: 'upload' } & StoredUpload)

/** The signed-in user's outbox. `holder` names this page: while it is open, other pages leave its takes alone. */
export function createOutboxUploads({ key, holder }: { key: () => Promise<SealingKey>; holder: string }): UploadStore {
  let opening: Promise<SealedStore> | null = null
  // Without it, other pages read the changes at their next attempt to send.
  const changes = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fonema.outbox')
  holdPageLock(holder)

  function sealed(): Promise<SealedStore> {
    opening ??= Promise.all([openOutbox(), key()])
      .then(([database, sealingKey]) => createSealedStore(database, sealingKey))
      .catch((error: unknown) => {
        opening = null // the next attempt may succeed
        throw error
      })
    return opening
  }

  async function put(stored: StoredUpload) {
    await (await sealed()).put(stored.upload.id, { kind: 'upload', ...stored } satisfies OutboxRecord)
    changes?.postMessage('changed')
  }

  async function remove(id: string) {
    await (await sealed()).delete(id)
    changes?.postMessage('changed')
  }

  return {
    put,
    delete: remove,

    async load(recording) {
      const store = await sealed()
      const records = (await store.records()) as OutboxRecord[] // written only by `put` and the capture worker
      const found = records.flatMap((record) => (record.kind === 'upload' ? [record] : []))
      const running = records.flatMap((record) => (record.kind === 'running' ? [record] : []))
      for (const take of running) {
        if (await isRunning(take)) continue
        // The page's own note may have been lost in a crash.
        noteHolder(take.responseId, take.holder)
        const upload = await interruptedTake(store, take)
        if (upload === null) {
          await remove(take.id)
          continue
        }
        await put({ upload, refusal: null })
        found.push({ kind: 'upload', upload, refusal: null })
      }
      const pieces = records.flatMap((record) => (record.kind === 'running_piece' ? [record] : []))
      const left: RunningPiece[] = []
      for (const piece of pieces) if (!(await isRunning(piece))) left.push(piece)
      for (const upload of await interruptedRecordings(store, left)) {
        await put({ upload, refusal: null })
        found.push({ kind: 'upload', upload, refusal: null })
      }
      return found

      /** This page, or another one that is open, still records it. */
      async function isRunning(one: Pick<RunningTake, 'id' | 'holder'>) {
        return recording.has(one.id) || (one.holder !== holder && (await isPageAlive(one.holder)))
      }
    },

    async audioOf(upload) {
      const { id } = upload
      const { sampleRateHz } = audioIn(upload)
      const store = await sealed()
      const fileOf = (from: string, { chunks, bytes }: { chunks: number; bytes: number }) =>
        wavOf(store.chunks(from, 0, chunks), (bytes - headerBytes) / 2, sampleRateHz)
      const examiner = examinerIn(upload)
      return {
        speech: await fileOf(id, audioIn(upload)),
        examiner: examiner === undefined ? null : await fileOf(examinerOf(id), examiner),
      }
    },

    onChange(listener) {
      if (changes !== null) changes.onmessage = listener
    },
  }
}

/** What remains of a take after a crash, a closed tab or a power loss; null when there are no samples. */
async function interruptedTake(store: SealedStore, running: RunningTake): Promise<TakeUpload | null> {
  const { kind: _kind, recordedAt, sampleRateHz, settings, hasExaminer, windowStart, gaps, ...owner } = running
  const { chunks, frames } = await countFrames(store.chunks(owner.id))
  if (chunks === 0) return null
  const examiner =
    hasExaminer === true ? await interruptedExaminer(store, owner.id, { chunks, frames, sampleRateHz }) : null
  const totalSeconds = frames / sampleRateHz
  const start = Math.min(windowStart, totalSeconds)
  const take: Take = {
    ...(await hashOfWav(store.chunks(owner.id, 0, chunks), frames, sampleRateHz)),
    chunks,
    sampleRateHz,
    recordedAt,
    totalSeconds,
    durationSeconds: totalSeconds - start,
    window: { start, end: totalSeconds },
    gaps,
    ...(examiner !== null && { examiner }),
    settings: { ...settings, interrupted: true },
  }
  return { ...owner, kind: 'take', take }
}

/** The second channel up to the same frame: its chunks were stored with those of the first. */
async function interruptedExaminer(
  store: SealedStore,
  id: string,
  { chunks, frames, sampleRateHz }: { chunks: number; frames: number; sampleRateHz: number },
): Promise<ExaminerFile | null> {
  const samples = () => store.chunks(examinerOf(id), 0, chunks)
  const counted = await countFrames(samples())
  // Without a second channel, or with another length, it says nothing.
  if (counted.chunks !== chunks || counted.frames !== frames) return null
  return { chunks, ...(await hashOfWav(samples(), frames, sampleRateHz)) }
}
