import { type Batch, createBatchRing } from './batch-ring.ts'
import { afterMends, gapOf, inFile, type Mend, mendChunks } from './mends.ts'
import { type ChunkStore, createTakeWriter, type FrameGap, type TakeWriter } from './take-writer.ts'
import type { Gap, TakeWindow } from './types.ts'

const ringSeconds = 1
export const preRollSeconds = 0.5
const postRollSeconds = 0.5
/** A crash loses the unfinished chunk and what is on its way to the disk: together less than a second. */
export const chunkSeconds = 0.5
/** How far apart the page's clock and the numbers of the frames may be. */
const dropSlackSeconds = 0.5

type Running = {
  id: string
  writer: TakeWriter
  startFrame: number
  /** The second mark; Infinity until it is known. */
  stopFrame: number
  /** No click has ended it yet, so that the mark is where the longest duration is reached. */
  isOpen: boolean
  longestFrames: number
  /** The file's end, exclusive. */
  endFrame: number
  /** Silence that the browser put in; by the worklet's numbers. */
  holes: FrameGap[]
  /** What the clock misses and the numbers do not; nothing stands for it in the file. */
  losses: FrameGap[]
  /** What the file is to have instead of what the graph gave; by the worklet's numbers. */
  mends: Mend[]
  /** What the browser says that it dropped, some time within these frames. */
  drops: FrameDrop[]
}

export type FrameDrop = { from: number; to: number; length: number }

export type CapturedTake = {
  /** How many the store has of it. */
  chunks: number
  frames: number
  totalSeconds: number
  window: TakeWindow
  gaps: Gap[]
  /** The part of the gaps for which the file holds no samples: behind them it is early by so much. */
  lostSeconds: number
  /** What the graph had dropped, or had put zeros for, and the track itself had. */
  mendedSeconds: number
}

/** The bookkeeping of frames between the worklet's batches and a finished take. Knows no browser. */
export function createCapture(sampleRateHz: number, store: ChunkStore) {
  const ring = createBatchRing(Math.round(ringSeconds * sampleRateHz))
  const postRollFrames = Math.round(postRollSeconds * sampleRateHz)
  const chunkFrames = Math.round(chunkSeconds * sampleRateHz)
  let received = 0
  /** Nothing before it goes into a file, but for what lies behind a click. */
  let trusted = 0
  let running: Running | null = null
  /** Of what the ring has, for the take that may begin with it. */
  let recent: { holes: FrameGap[]; losses: FrameGap[]; mends: Mend[] } = { holes: [], losses: [], mends: [] }

  const isInRing = (end: number) => end >= received - Math.round(ringSeconds * sampleRateHz)
  const inRing = (gaps: readonly FrameGap[]) => gaps.filter(({ at, length }) => isInRing(at + length))
  const mendsInRing = () => recent.mends.filter(({ at, removed }) => isInRing(at + removed))
  function note(kind: 'holes' | 'losses', gap: FrameGap) {
    recent = { ...recent, [kind]: [...inRing(recent[kind]), gap] }
    running?.[kind].push({ ...gap })
  }

  /** All gaps in the first `frames` of the file, as long as it is not mended; `written` are those that the writer filled with zeros. */
  function allGaps(
    { writer, holes, losses, drops }: Running,
    written: readonly FrameGap[],
    frames: number,
  ): FrameGap[] {
    const begins = (found: readonly FrameGap[]) =>
      found.map(({ at, length }) => ({ at: at - writer.firstFrame, length })).filter(({ at }) => at >= 0 && at < frames)
    // Zeros may begin before the file.
    const reaches = holes.map(({ at, length }) => {
      const from = Math.max(at, writer.firstFrame)
      return { at: from, length: at + length - from }
    })
    const zeros = [...written, ...begins(reaches.filter(({ length }) => length > 0))]
    const missing = begins(losses)
    const shown = [...zeros, ...missing]
    const slack = dropSlackSeconds * sampleRateHz
    const unseen = drops.filter(({ from, to }) => {
      const [first, last] = [from - writer.firstFrame - slack, to - writer.firstFrame + slack]
      return !shown.some(({ at, length }) => at <= last && at + length >= first)
    })
    return apart(zeros, [...missing, ...begins(unseen.map(({ from, length }) => ({ at: from, length })))])
  }
  const inSeconds = ({ at, length }: FrameGap): Gap => ({ at: at / sampleRateHz, length: length / sampleRateHz })

  return {
    accept(batch: Batch) {
      received = batch.first + batch.samples.length
      ring.push(batch)
      running?.writer.accept(batch, running.endFrame)
    },

    /** What came before may lack something that cannot be told. A take that has begun keeps what it has. */
    trustFrom(frame: number) {
      trusted = frame
    },

    /** `atFrame` may lie a little in the past: the ring still has it. Returns the end, or Infinity without a limit. */
    start(id: string, atFrame: number, maxFrames: number | null): number {
      const oldest = ring.batches()[0]?.first ?? received
      const startFrame = Math.max(atFrame, oldest)
      const preRollFrame = startFrame - Math.round(preRollSeconds * sampleRateHz)
      const firstFrame = Math.max(preRollFrame, oldest, Math.min(trusted, startFrame))
      const stopFrame = maxFrames === null ? Infinity : startFrame + maxFrames
      const writer = createTakeWriter(id, firstFrame, chunkFrames, store)
      running = {
        id,
        writer,
        startFrame,
        stopFrame,
        isOpen: maxFrames !== null,
        longestFrames: maxFrames ?? Infinity,
        endFrame: stopFrame + postRollFrames,
        holes: inRing(recent.holes),
        losses: inRing(recent.losses).map((loss) => ({ ...loss })),
        mends: mendsInRing(),
        drops: [],
      }
      for (const batch of ring.batches()) writer.accept(batch, running.endFrame)
      return running.endFrame
    },

    /** Returns the file's end, which is half a second later; null when nothing is running. */
    stop(atFrame: number): number | null {
      if (!running) return null
      running.isOpen = false
      running.stopFrame = Math.min(running.stopFrame, Math.max(atFrame, running.startFrame))
      // A page that was busy at the click may come when more is already written; the window marks the click anyway.
      running.endFrame = Math.max(running.stopFrame + postRollFrames, running.writer.next())
      return running.endFrame
    },

    /** No more will come: the take ends at `atFrame`, or where the frames ended. */
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

    /** What is put in counts for the longest duration. Returns the end where that has moved it, null otherwise. */
    addMend(mend: Mend): number | null {
      recent = { ...recent, mends: [...mendsInRing(), mend] }
      running?.mends.push(mend)
      if (!running?.isOpen || mend.at < running.startFrame || mend.at >= running.stopFrame) return null
      running.stopFrame = Math.max(mend.at, running.stopFrame + mend.removed - mend.samples.length)
      running.endFrame = Math.max(running.stopFrame + postRollFrames, running.writer.next())
      return running.endFrame
    },

    /** A negative length takes back what had only been late. */
    addLoss({ at, length }: FrameGap) {
      if (length > 0) note('losses', { at, length })
      if (!running) return
      for (let back = -length; back > 0 && running.losses.length > 0; ) {
        const last = running.losses.at(-1)!
        const taken = Math.min(back, last.length)
        last.length -= taken
        back -= taken
        if (last.length === 0) running.losses.pop()
      }
    },

    /** A drop that shows as a gap, too, is that gap. */
    addDrop(drop: FrameDrop) {
      running?.drops.push(drop)
    },

    /** What a crash from now on would leave to be known: where the first mark is, and what is missing. */
    soFar(): { windowStart: number; gaps: Gap[] } {
      if (!running) return { windowStart: 0, gaps: [] }
      const { writer, startFrame, holes, mends } = running
      const unmended = { ...running, holes: [...holes, ...mends.map(gapOf)] }
      return {
        windowStart: (startFrame - writer.firstFrame) / sampleRateHz,
        gaps: allGaps(unmended, writer.gaps(), writer.next() - writer.firstFrame).map(inSeconds),
      }
    },

    isRunning: () => running !== null,
    limitReached: () => running !== null && running.writer.next() >= running.stopFrame,

    /** Since the first mark, never beyond the second. */
    elapsedSeconds(): number {
      if (!running) return 0
      const { mends, startFrame, stopFrame, longestFrames, writer } = running
      const until = Math.max(startFrame, Math.min(writer.next(), stopFrame))
      return Math.min(longestFrames, afterMends(mends, until) - afterMends(mends, startFrame)) / sampleRateHz
    },

    /** `counted`: how many frames the worklet says there were; null when it cannot be asked any more. */
    async finish(counted: number | null): Promise<CapturedTake | null> {
      if (!running) return null
      const ended = running
      const { id, writer, startFrame, stopFrame, endFrame, longestFrames, losses } = ended
      running = null
      const { chunks, frames: written, gaps } = await writer.finish(Math.min(counted ?? writer.next(), endFrame))
      const mends = ended.mends.flatMap((mend) => inFile({ ...mend, at: mend.at - writer.firstFrame }, written))
      await mendChunks(mends, chunkFrames, {
        read: (index) => store.read(id, index),
        write: (index, samples) => store.append(id, index, samples),
      })
      const mended = (frame: number) => afterMends(mends, frame)
      const seconds = (length: number) => length / sampleRateHz
      const frames = mended(written)
      const start = mended(startFrame - writer.firstFrame)
      // Some of what was put in may have come after the end was reached.
      const end = Math.min(mended(stopFrame - writer.firstFrame), start + longestFrames)
      return {
        chunks,
        frames,
        totalSeconds: seconds(frames),
        window: {
          start: seconds(start),
          end: seconds(end),
        },
        gaps: allGaps(ended, gaps, written).map(({ at, length }) => inSeconds({ at: mended(at), length })),
        lostSeconds: seconds(losses.reduce((sum, { length }) => sum + length, 0)),
        mendedSeconds: seconds(mends.reduce((sum, mend) => sum + gapOf(mend).length, 0)),
      }
    },
  }
}

/**
 * In order and without overlap. Zeros lie in the file, and are the same zeros where they overlap; nothing stands for what is
 * missing, so that it adds to what it overlaps.
 */
function apart(zeros: readonly FrameGap[], missing: readonly FrameGap[]): FrameGap[] {
  const all = [...zeros.map((gap) => ({ ...gap, adds: false })), ...missing.map((gap) => ({ ...gap, adds: true }))]
  const found: { at: number; zerosEnd: number; added: number }[] = []
  for (const { at, length, adds } of all.sort((a, b) => a.at - b.at)) {
    const last = found.at(-1)
    if (last === undefined || at >= last.zerosEnd + last.added)
      found.push({ at, zerosEnd: adds ? at : at + length, added: adds ? length : 0 })
    else if (adds || at >= last.zerosEnd) last.added += length
    else last.zerosEnd = Math.max(last.zerosEnd, at + length)
  }
  return found.map(({ at, zerosEnd, added }) => ({ at, length: zerosEnd - at + added }))
}
