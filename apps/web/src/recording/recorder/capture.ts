import { type Batch, createBatchRing } from './batch-ring.ts'
import { allGaps, type Findings, type FrameDrop } from './gaps.ts'
import { afterMends, gapOf, inFile, type Mend, mendChunks } from './mends.ts'
import { type ChunkStore, createTakeWriter, type FrameGap, type TakeWriter } from './take-writer.ts'
import type { Gap, TakeWindow } from './types.ts'

const ringSeconds = 1
export const preRollSeconds = 0.5
const postRollSeconds = 0.5
/** A crash loses the unfinished chunk and pending writes: together less than a second. */
export const chunkSeconds = 0.5

type Running = Findings & {
  id: string
  writer: TakeWriter
  /** It follows another piece. A loss that is found when that piece is settled counts here. */
  isNextPiece: boolean
  startFrame: number
  /** The second mark; Infinity until it is known. */
  stopFrame: number
  /** No click has ended the take yet, so the second mark is where the maximum duration is reached. */
  isOpen: boolean
  longestFrames: number
  /** The file's end, exclusive. */
  endFrame: number
  /** Samples that replace those of the graph, in the worklet's frame numbers. */
  mends: Mend[]
}

export type CapturedTake = {
  /** The number of its chunks in the store. */
  chunks: number
  frames: number
  totalSeconds: number
  window: TakeWindow
  gaps: Gap[]
  /** The part of the gaps without samples in the file: what follows them is early by this much. */
  lostSeconds: number
  /** Audio that the graph dropped or replaced with zeros, restored from the track. */
  mendedSeconds: number
  /** Seconds of the file: everything before the first mend is as it was first written. Absent without a mend. */
  mendedFrom?: number
}

/** The bookkeeping of frames between the worklet's batches and a finished take. Independent of the browser. */
export function createCapture(sampleRateHz: number, store: ChunkStore) {
  const ring = createBatchRing(Math.round(ringSeconds * sampleRateHz))
  const postRollFrames = Math.round(postRollSeconds * sampleRateHz)
  let received = 0
  /** No file begins before this frame, unless its click does. */
  let trusted = 0
  let running: Running | null = null
  /** Pieces whose frames are all there, but not yet everything that was found about them. */
  const rolled = new Set<Running>()
  /** What was found within the ring, for a take that may begin there. */
  let recent: { holes: FrameGap[]; losses: FrameGap[]; mends: Mend[] } = { holes: [], losses: [], mends: [] }

  const isInRing = (end: number) => end >= received - Math.round(ringSeconds * sampleRateHz)
  const inRing = (gaps: readonly FrameGap[]) => gaps.filter(({ at, length }) => isInRing(at + length))
  const mendsInRing = () => recent.mends.filter(({ at, removed }) => isInRing(at + removed))
  function note(kind: 'holes' | 'losses', gap: FrameGap) {
    recent = { ...recent, [kind]: [...inRing(recent[kind]), gap] }
    for (const take of open()) take[kind].push({ ...gap })
  }
  /** Each takes what lies in its file. */
  const open = () => [...rolled, ...(running === null ? [] : [running])]
  const foundInRing = () => ({
    holes: inRing(recent.holes),
    losses: inRing(recent.losses).map((loss) => ({ ...loss })),
    mends: mendsInRing(),
    drops: [],
  })

  /** Moves the second mark, and with it the end of the file; what is already written stays. */
  function endAt(take: Running, stopFrame: number): number {
    take.stopFrame = stopFrame
    take.endFrame = Math.max(stopFrame + postRollFrames, take.writer.next())
    return take.endFrame
  }

  return {
    accept(batch: Batch) {
      received = batch.first + batch.samples.length
      ring.push(batch)
      running?.writer.accept(batch, running.endFrame)
    },

    /** Earlier frames may be incomplete without a trace. A take that has begun keeps its frames. */
    trustFrom(frame: number) {
      trusted = frame
    },

    /** `atFrame` may be slightly in the past: the ring still has it. Returns the end, or Infinity without a limit. */
    start(id: string, atFrame: number, maxFrames: number | null): number {
      const oldest = ring.batches()[0]?.first ?? received
      const startFrame = Math.max(atFrame, oldest)
      const preRollFrame = startFrame - Math.round(preRollSeconds * sampleRateHz)
      const firstFrame = Math.max(preRollFrame, oldest, Math.min(trusted, startFrame))
      const stopFrame = maxFrames === null ? Infinity : startFrame + maxFrames
      const writer = createTakeWriter(id, firstFrame, Math.round(chunkSeconds * sampleRateHz), store)
      running = {
        id,
        writer,
        isNextPiece: false,
        startFrame,
        stopFrame,
        isOpen: maxFrames !== null,
        longestFrames: maxFrames ?? Infinity,
        endFrame: stopFrame + postRollFrames,
        ...foundInRing(),
      }
      for (const batch of ring.batches()) writer.accept(batch, running.endFrame)
      return running.endFrame
    },

    /**
     * Ends the running take here and begins the next one with the next frame. What is found about the ended one is still
     * taken until it is settled.
     */
    roll(id: string): { at: number; settle: () => Promise<CapturedTake> } {
      if (!running) throw new Error('nothing is running')
      const ended = running
      const at = ended.writer.next()
      Object.assign(ended, { stopFrame: at, endFrame: at, isOpen: false })
      rolled.add(ended)
      const writer = createTakeWriter(id, at, ended.writer.chunkFrames, store)
      const endless = { stopFrame: Infinity, endFrame: Infinity, longestFrames: Infinity, isOpen: false }
      running = { id, writer, isNextPiece: true, startFrame: at, ...endless, ...foundInRing() }
      return {
        at,
        settle() {
          rolled.delete(ended)
          return finishTake(ended, null, sampleRateHz, store)
        },
      }
    },

    /** Returns the file's end, half a second after `atFrame`; null when nothing is running. */
    stop(atFrame: number): number | null {
      if (!running) return null
      running.isOpen = false
      // When a busy page reports the click late, more may already be written. The window still marks the click.
      return endAt(running, Math.min(running.stopFrame, Math.max(atFrame, running.startFrame)))
    },

    /** No more frames will arrive: the take ends at `atFrame`, or at the last frame. */
    interrupt(atFrame: number | null) {
      if (!running) return
      const last = running.writer.next()
      running.startFrame = Math.min(running.startFrame, last)
      running.stopFrame = Math.min(running.stopFrame, last, Math.max(running.startFrame, atFrame ?? last))
      running.endFrame = last
    },

    addHole(hole: FrameGap) {
      note('holes', hole)
    },

    /** Inserted frames count towards the maximum duration. Returns the new end if it moved, otherwise null. */
    addMend(mend: Mend): number | null {
      recent = { ...recent, mends: [...mendsInRing(), mend] }
      for (const take of open()) take.mends.push(mend)
      if (!running?.isOpen || mend.at < running.startFrame || mend.at >= running.stopFrame) return null
      return endAt(running, Math.max(mend.at, running.stopFrame + mend.removed - mend.samples.length))
    },

    /** A negative length takes back frames that were only late. */
    addLoss({ at, length }: FrameGap) {
      const [first] = open()
      // The clock finds a loss later: its piece may be settled.
      const place = first?.isNextPiece ? Math.max(at, first.writer.firstFrame) : at
      if (length > 0) note('losses', { at: place, length })
      else for (const take of open()) takeBack(take.losses, -length)
    },

    /** A drop that also shows as a gap is not counted again. */
    addDrop(drop: FrameDrop) {
      for (const take of open()) take.drops.push(drop)
    },

    /** What a crash from now on would leave: the place of the first mark, and the gaps. */
    soFar(): { windowStart: number; gaps: Gap[] } {
      if (!running) return { windowStart: 0, gaps: [] }
      const { writer, startFrame, holes, mends } = running
      const { firstFrame } = writer
      const unmended = { ...running, holes: [...holes, ...mends.map(gapOf)] }
      const file = { firstFrame, frames: writer.next() - firstFrame, sampleRateHz }
      return {
        windowStart: (startFrame - firstFrame) / sampleRateHz,
        gaps: allGaps(unmended, writer.gaps(), file).map((gap) => inSeconds(gap, sampleRateHz)),
      }
    },

    isRunning: () => running !== null,
    /** Whether no stop and no maximum has set the running take's end. */
    isOpenEnded: () => running?.endFrame === Infinity,
    /** Of the running take's file. */
    writtenFrames: () => (running === null ? 0 : running.writer.next() - running.writer.firstFrame),
    limitReached: () => running !== null && running.writer.next() >= running.stopFrame,

    /** Time since the first mark, at most until the second. */
    elapsedSeconds(): number {
      if (!running) return 0
      const { mends, startFrame, stopFrame, longestFrames, writer } = running
      const until = Math.max(startFrame, Math.min(writer.next(), stopFrame))
      return Math.min(longestFrames, afterMends(mends, until) - afterMends(mends, startFrame)) / sampleRateHz
    },

    /** `counted`: the worklet's frame count; null when the worklet can no longer answer. */
    async finish(counted: number | null): Promise<CapturedTake | null> {
      if (!running) return null
      const ended = running
      running = null
      return finishTake(ended, counted, sampleRateHz, store)
    },
  }
}

/** Takes back frames counted as lost, the latest first. */
function takeBack(losses: FrameGap[], frames: number) {
  for (let back = frames; back > 0 && losses.length > 0; ) {
    const last = losses.at(-1)!
    const taken = Math.min(back, last.length)
    last.length -= taken
    back -= taken
    if (last.length === 0) losses.pop()
  }
}

/** Writes the rest of the file, mends its chunks, and moves the marks and gaps by what the mends changed. */
async function finishTake(
  ended: Running,
  counted: number | null,
  sampleRateHz: number,
  store: ChunkStore,
): Promise<CapturedTake> {
  const { id, writer, startFrame, stopFrame, endFrame, longestFrames, losses } = ended
  const { firstFrame } = writer
  const { chunks, frames: written, gaps } = await writer.finish(Math.min(counted ?? writer.next(), endFrame))
  const mends = ended.mends.flatMap((mend) => inFile({ ...mend, at: mend.at - firstFrame }, written))
  await mendChunks(mends, writer.chunkFrames, {
    read: (index) => store.read(id, index),
    write: (index, samples) => store.append(id, index, samples),
  })
  const mended = (frame: number) => afterMends(mends, frame)
  const seconds = (length: number) => length / sampleRateHz
  const frames = mended(written)
  const start = mended(startFrame - firstFrame)
  // Some frames may have been inserted after the end was reached.
  const end = Math.min(mended(stopFrame - firstFrame), start + longestFrames)
  return {
    chunks,
    frames,
    totalSeconds: seconds(frames),
    window: { start: seconds(start), end: seconds(end) },
    gaps: allGaps(ended, gaps, { firstFrame, frames: written, sampleRateHz }).map(({ at, length }) =>
      inSeconds({ at: mended(at), length }, sampleRateHz),
    ),
    lostSeconds: seconds(losses.reduce((sum, { length }) => sum + length, 0)),
    mendedSeconds: seconds(mends.reduce((sum, mend) => sum + gapOf(mend).length, 0)),
    ...(mends.length > 0 && { mendedFrom: seconds(Math.min(...mends.map(({ at }) => at))) }),
  }
}

const inSeconds = ({ at, length }: FrameGap, sampleRateHz: number): Gap => ({
  at: at / sampleRateHz,
  length: length / sampleRateHz,
})
