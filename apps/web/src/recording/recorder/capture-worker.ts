import { createChannelComparison } from '@fonema/speech/channel-comparison'
import type { SealingKey } from '../../api/sealing.ts'
import { openOutbox } from '../outbox/database.ts'
import { type Chunk, createSealedStore, examinerOf } from '../outbox/sealed-store.ts'
import { hashOfWav } from '../outbox/wav-file.ts'
import { preRollSeconds } from './capture.ts'
import { type CapturedPair, createCapturePair } from './capture-pair.ts'
import { type ClockLoss, createClockWatch, createWakingClock, minLossSeconds } from './clock-watch.ts'
import { createCompleteness } from './completeness.ts'
import { createFineClock } from './fine-clock.ts'
import { createHoleFinder } from './hole-finder.ts'
import { createLevelMeter, levelsPerSecond } from './level.ts'
import type { FromWorker, FromWorklet, ToWorker, ToWorklet } from './messages.ts'
import { createPieceChain, pieceId, type RecordingFacts } from './piece-chain.ts'
import { readSamples } from './read-track.ts'
import { createRepeatFinder } from './repeat-finder.ts'
import { createTrackComparison, type Difference } from './track-comparison.ts'
import type { RunningTake, TakeFacts } from './types.ts'
import { toInt16 } from './wav.ts'

const watchdogTicks = 4
const watchdogMilliseconds = 250
const comparingMilliseconds = 25
const maxComparisonTries = 40
/** Nobody waits for a piece of a longer recording. */
const maxPieceTries = 400

/** Reads one microphone's batches until the worker is terminated. */
function capture(port: MessagePort, sampleRateHz: number, key: SealingKey) {
  const store = openOutbox().then((database) => createSealedStore(database, key))
  store.catch(unkept)
  const frames = createCapturePair(sampleRateHz, {
    append: (chunks) => keep(chunks).catch(unkept),
    read: async (id, index) => (await store).chunk(id, index),
  })
  const now = createWakingClock()
  const clock = createClockWatch()
  /** Where the track cannot be read, a finer clock is the only witness. */
  const fineClock = createFineClock()
  let hasTrack = false
  const completeness = createCompleteness()
  const trackClock = createClockWatch()
  const comparison = createTrackComparison(sampleRateHz)
  const holes = createHoleFinder(sampleRateHz)
  const repeats = createRepeatFinder()
  let take: TakeFacts | null = null
  /** Of the channels of the running take. */
  let channels = createChannelComparison()
  /** The pieces of a session's recording; null while an item is recorded. */
  let chain: ReturnType<typeof createPieceChain> | null = null
  let isComparedThroughout = true
  let gapsKept = 0
  let begun = Promise.resolve()
  let flushId = 0
  let limitPending = false
  let heardSeconds = 0
  const levels = createLevels(sampleRateHz, () => chain?.elapsedSeconds() ?? frames.elapsedSeconds())
  const listening = createListening(sampleRateHz)
  const watchdog = startWatchdog()

  async function keep(chunks: readonly Chunk[]) {
    await (await store).appendAll(chunks)
    if (take !== null && frames.soFar().gaps.length !== gapsKept) await keepFacts(take)
  }

  /** Stored beside the samples, in case the page ends without another message. */
  async function keepFacts(facts: TakeFacts) {
    const soFar = frames.soFar()
    gapsKept = soFar.gaps.length
    if (chain !== null) return chain.keepGaps(soFar.gaps)
    await (await store).put(facts.id, { ...facts, kind: 'running', ...soFar } satisfies RunningTake)
  }

  /** The take is finished when the worklet has reached the file's last frame and has reported its count. */
  function flushAt(frame: number) {
    flushId++
    port.postMessage({ type: 'flush', id: flushId, frame } satisfies ToWorklet)
  }

  /** Loss by the clock: of the graph's frames or, where the two can be compared, of the track's. */
  function addLoss(loss: ClockLoss | null, isOfTrack = false) {
    if (!loss || isOfTrack !== comparison.isComparing()) return
    const frameOf = (seconds: number) => Math.round(seconds * sampleRateHz)
    frames.addLoss({ at: frameOf(loss.atSeconds), length: frameOf(loss.lostSeconds) })
  }

  /** The track counts its own samples, so the loss is located by how long ago it was. */
  function addTrackLoss(loss: ClockLoss | null) {
    if (loss) addLoss({ ...loss, atSeconds: heardSeconds - (comparison.deliveredSeconds() - loss.atSeconds) }, true)
  }

  function amend({ at, removed, samples, examiner, isCertain }: Difference) {
    if (isCertain) {
      const end = frames.addMend({ at, removed, samples: toInt16(samples), examiner: examiner && toInt16(examiner) })
      if (end !== null && limitPending) flushAt(end)
      return
    }
    if (removed > 0) frames.addHole({ at, length: removed })
    // Zeros stand for an equal number of frames.
    if (samples.length > removed) frames.addLoss({ at, length: samples.length - removed })
  }

  function accept(first: number, samples: Float32Array, examiner: Float32Array | null) {
    frames.accept({ first, samples: toInt16(samples) }, examiner && toInt16(examiner))
    if (examiner !== null && frames.isRunning()) channels.push(samples, examiner)
    const guessed = holes.push(first, samples)
    for (const difference of comparison.hear(first, samples, examiner)) amend(difference)
    frames.trustFrom(comparison.agreedFrom() ?? 0)
    if (!comparison.isComparing()) for (const hole of guessed) frames.addHole(hole)
    // Where the track can be read, the comparison finds them.
    if (!hasTrack) for (const repeat of repeats.push(first, samples)) frames.addHole(repeat)
    heardSeconds = (first + samples.length) / sampleRateHz
    const fine = fineClock.observe(heardSeconds, now())
    const coarse = clock.observe(heardSeconds, now())
    addLoss(hasTrack ? coarse : fine)
    chain?.advance()
    if (frames.isRunning())
      completeness.observe(comparison.isComparing(), hasTrack ? minLossSeconds : fineClock.resolutionSeconds())
  }

  function deliver(samples: Float32Array, rate: number, examiner: Float32Array | null) {
    if (rate !== sampleRateHz) return // the graph resamples, so the samples differ
    comparison.deliver(samples, examiner)
    addTrackLoss(trackClock.observe(comparison.deliveredSeconds(), now()))
  }

  /** On a busy machine the track's samples arrive later than those of the graph. */
  async function compared() {
    for (let tries = 0; tries < maxComparisonTries && !comparison.isUpToDate(); tries++) {
      await new Promise((resolve) => setTimeout(resolve, comparingMilliseconds))
    }
  }

  /** Until the track is compared up to the end of a piece. */
  async function comparedUpTo(at: number) {
    const isDone = () => !comparison.isComparing() || comparison.isUpTo(at)
    for (let tries = 0; tries < maxPieceTries && !isDone(); tries++) {
      await new Promise((resolve) => setTimeout(resolve, comparingMilliseconds))
    }
    isComparedThroughout &&= isDone()
  }

  function chainOf(facts: RecordingFacts) {
    return createPieceChain({
      facts,
      capture: frames,
      async *chunks(id, count) {
        yield* (await store).chunks(id, 0, count)
      },
      put: async (piece) => (await store).put(pieceId(piece.id, piece.piece), piece),
      remove: async (id) => (await store).delete(id),
      untilCompared: comparedUpTo,
      onPiece: (piece) => post({ type: 'piece', piece }),
    })
  }

  async function finish(counted: number | null) {
    const id = take?.id
    if (counted !== null) await compared()
    const [coarse, fine] = [clock.settle(now()), fineClock.settle(now())]
    addLoss(hasTrack ? coarse : fine)
    addTrackLoss(trackClock.settle(now()))
    const isCompared = counted !== null && comparison.isUpTo(counted) && isComparedThroughout
    const proof = completeness.result(isCompared)
    await begun
    const captured = await frames.finish(counted)
    take = null
    if (!captured || id === undefined) return
    const { frames: length, examiner: channel, ...facts } = captured
    if (chain !== null) {
      const ended = chain
      chain = null
      return post({ type: 'recording', recording: { ...(await ended.end(captured)), proof } })
    }
    const hashed = await hashOfWav((await store).chunks(id, 0, captured.chunks), length, sampleRateHz)
    // The participant's take never depends on the second channel.
    const examiner = channel && (await examinerFile(id, channel, length).catch(() => undefined))
    post({ type: 'take', take: { ...facts, ...hashed, proof, ...(examiner && { examiner }) } })
  }

  /** A channel that says nothing is not kept. */
  async function examinerFile(id: string, { chunks }: NonNullable<CapturedPair['examiner']>, length: number) {
    const useless = channels.result()
    if (useless === null)
      return { chunks, ...(await hashOfWav((await store).chunks(examinerOf(id), 0, chunks), length, sampleRateHz)) }
    await (await store).delete(examinerOf(id))
    return useless
  }

  port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
    watchdog.reset()
    if (data.type === 'flushed') {
      if (data.id === flushId) void finish(data.frame).catch(fail)
      return
    }
    accept(data.first, data.samples, data.examiner ?? null)
    if (limitPending && frames.limitReached()) {
      limitPending = false
      post({ type: 'limit' })
    }
    listening.push(data.samples)
    levels.push(data.samples)
  }

  return {
    start(message: Extract<ToWorker, { type: 'start' }>) {
      take = message.facts
      channels = createChannelComparison()
      completeness.start()
      isComparedThroughout = true
      chain = 'pieceSeconds' in message.facts ? chainOf(message.facts) : null
      const end = frames.start(
        chain?.firstId ?? take.id,
        message.atFrame,
        message.maxFrames,
        chain === null && take.hasExaminer,
      )
      begun = (chain?.begin() ?? keepFacts(take)).catch(unkept)
      begun.catch(() => {}) // reported by `unkept` and at the end of the take
      limitPending = message.maxFrames !== null
      if (limitPending) flushAt(end)
    },
    dropped({ from, to, seconds }: Extract<ToWorker, { type: 'dropped' }>) {
      frames.addDrop({ from, to, length: Math.round(seconds * sampleRateHz) })
    },
    track({ samples, isTwoChannels }: Extract<ToWorker, { type: 'track' }>) {
      hasTrack = true
      void readSamples(samples, deliver, isTwoChannels).catch(() => {}) // not required
    },
    listen: listening.start,
    stop(atFrame: number) {
      const end = frames.stop(atFrame)
      limitPending = false
      if (end !== null) flushAt(end)
    },
    interrupt(atFrame: number | null) {
      flushId++
      frames.interrupt(atFrame)
      void finish(null).catch(fail)
    },
  }
}

/** Posts the level of the microphone, from the first half second on. */
function createLevels(sampleRateHz: number, elapsedSeconds: () => number) {
  const meter = createLevelMeter(sampleRateHz)
  let heardFrames = 0
  let framesSinceLevel = 0
  return {
    push(samples: Float32Array) {
      const level = meter.push(samples)
      heardFrames += samples.length
      // The first level makes the recorder ready: by then there is enough audio for the pre-roll of a file.
      if (heardFrames < preRollSeconds * sampleRateHz) return
      framesSinceLevel += samples.length
      if (framesSinceLevel < sampleRateHz / levelsPerSecond) return
      framesSinceLevel -= sampleRateHz / levelsPerSecond
      post({ type: 'level', level, elapsedSeconds: elapsedSeconds() })
    },
  }
}

/** Collects the next seconds and posts them. */
function createListening(sampleRateHz: number) {
  let listening: { samples: Float32Array<ArrayBuffer>; filled: number } | null = null
  return {
    start(seconds: number) {
      listening = { samples: new Float32Array(Math.round(seconds * sampleRateHz)), filled: 0 }
    },
    push(samples: Float32Array) {
      if (listening === null) return
      const part = samples.subarray(0, listening.samples.length - listening.filled)
      listening.samples.set(part, listening.filled)
      listening.filled += part.length
      if (listening.filled < listening.samples.length) return
      post({ type: 'heard', samples: listening.samples })
      listening = null
    },
  }
}

/** Posts `stalled`, once, when a microphone that was delivering stops. */
function startWatchdog() {
  let heard = false
  let ticksWithoutFrames = 0
  // Counted in ticks, not by the clock: after the computer sleeps, the clock alone would raise a false alarm.
  setInterval(() => {
    if (heard && ++ticksWithoutFrames === watchdogTicks) post({ type: 'stalled' })
  }, watchdogMilliseconds)
  return {
    reset() {
      heard = true
      ticksWithoutFrames = 0
    },
  }
}

function post(message: FromWorker) {
  self.postMessage(message)
}

function unkept(error: unknown): never {
  post({ type: 'unkept', isFull: error instanceof DOMException && error.name === 'QuotaExceededError' })
  throw error
}

function fail(error: unknown) {
  post({ type: 'failed', message: String(error) })
}

let current: ReturnType<typeof capture> | null = null

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'open') current = capture(data.port, data.sampleRateHz, data.key)
  else if (data.type === 'track') current?.track(data)
  else if (data.type === 'start') current?.start(data)
  else if (data.type === 'stop') current?.stop(data.atFrame)
  else if (data.type === 'dropped') current?.dropped(data)
  else if (data.type === 'listen') current?.listen(data.seconds)
  else current?.interrupt(data.atFrame)
}
