import { type Chunk, examinerOf } from '../outbox/sealed-store.ts'
import type { Batch } from './batch-ring.ts'
import { type CapturedTake, createCapture } from './capture.ts'
import type { Mend } from './mends.ts'

type PairStore = {
  /** All of them, or none. */
  append: (chunks: readonly Chunk[]) => Promise<void>
  read: (id: string, index: number) => Promise<ArrayBuffer>
}

/** The samples of a mend on both channels. */
type PairMend = Mend & { examiner: Mend['samples'] | null }
/** `examiner`: the number of the chunks of the second channel, which has as many frames. */
export type CapturedPair = CapturedTake & { examiner?: { chunks: number } }

/**
 * The bookkeeping of a microphone that may have a second channel. Everything that is decided about frames is decided for
 * both, so that they begin, end and have their gaps and mends at the same frames. Each chunk is stored with the other
 * channel's. Without a second channel, this is `createCapture`.
 */
export function createCapturePair(sampleRateHz: number, store: PairStore) {
  /** Takes whose second channel is kept. */
  const pairs = new Set<string>()
  const meeting = createMeeting(store.append)
  const first = createCapture(sampleRateHz, {
    append: (id, index, samples) =>
      pairs.has(id) ? meeting('first', [id, index, samples]) : store.append([[id, index, samples]]),
    read: store.read,
  })
  let second: ReturnType<typeof createCapture> | null = null
  const createSecond = () =>
    createCapture(sampleRateHz, {
      append: (id, index, samples) => meeting('second', [id, index, samples]),
      read: store.read,
    })

  return {
    ...first,
    /** `examiner`: the second channel of the same frames; always there, or never. */
    accept(batch: Batch, examiner: Batch['samples'] | null = null) {
      if (examiner !== null) second ??= createSecond()
      // Together before anything is awaited: a chunk is full on both channels at once.
      first.accept(batch)
      if (examiner !== null) second?.accept({ first: batch.first, samples: examiner })
    },
    trustFrom(frame: number) {
      first.trustFrom(frame)
      second?.trustFrom(frame)
    },
    /** `hasExaminer`: the second channel is kept, too, if the microphone delivers it. */
    start(id: string, atFrame: number, maxFrames: number | null, hasExaminer = false): number {
      const isPair = hasExaminer && second !== null
      if (isPair) pairs.add(id)
      const end = first.start(id, atFrame, maxFrames)
      if (isPair) second?.start(examinerOf(id), atFrame, maxFrames)
      return end
    },
    stop(atFrame: number): number | null {
      second?.stop(atFrame)
      return first.stop(atFrame)
    },
    interrupt(atFrame: number | null) {
      first.interrupt(atFrame)
      second?.interrupt(atFrame)
    },
    addHole(hole: Parameters<typeof first.addHole>[0]) {
      first.addHole(hole)
      second?.addHole(hole)
    },
    addMend({ examiner, ...mend }: PairMend): number | null {
      // Always on both: a mended chunk is stored with the other channel's.
      second?.addMend({ ...mend, samples: examiner ?? new Int16Array(mend.samples.length) })
      return first.addMend(mend)
    },
    addLoss(loss: Parameters<typeof first.addLoss>[0]) {
      first.addLoss(loss)
      second?.addLoss(loss)
    },
    addDrop(drop: Parameters<typeof first.addDrop>[0]) {
      first.addDrop(drop)
      second?.addDrop(drop)
    },
    async finish(counted: number | null): Promise<CapturedPair | null> {
      // At the same time: each chunk waits for the other channel's.
      const [captured, channel] = await Promise.all([first.finish(counted), second?.finish(counted) ?? null])
      // The participant's take never depends on the second channel.
      if (captured === null || channel?.frames !== captured.frames) return captured
      return { ...captured, examiner: { chunks: channel.chunks } }
    },
  }
}

/** Stores each chunk of the first channel together with that of the second, whichever comes first. */
function createMeeting(append: PairStore['append']) {
  type Waiting = { channel: 'first' | 'second'; chunk: Chunk; stored: PromiseWithResolvers<void> }
  const waiting = new Map<number, Waiting>()
  return (channel: 'first' | 'second', chunk: Chunk): Promise<void> => {
    const index = chunk[1]
    const other = waiting.get(index)
    if (other === undefined || other.channel === channel) {
      const stored = Promise.withResolvers<void>()
      waiting.set(index, { channel, chunk, stored })
      return stored.promise
    }
    waiting.delete(index)
    const both = channel === 'first' ? [chunk, other.chunk] : [other.chunk, chunk]
    append(both).then(other.stored.resolve, other.stored.reject)
    return other.stored.promise
  }
}
