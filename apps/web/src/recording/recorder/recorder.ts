import type { SealingKey } from '../../api/sealing.ts'
import { createReadable } from '../../ui/readable.ts'
import { type CaptureSession, openCapture } from './capture-session.ts'
import { createSilenceWatch, waveformLength } from './level.ts'
import type { FinishedRecording, FinishedTake } from './messages.ts'
import { MicrophoneError, requireMediaApi } from './microphone.ts'
import type { FinishedPiece } from './piece-chain.ts'
import type {
  BlockReason,
  Meter,
  MicrophoneInfo,
  Recorder,
  RecorderSnapshot,
  StartOptions,
  Take,
  TakeCause,
  TakeFacts,
  TakeOwner,
} from './types.ts'
import { createWakeLock } from './wake-lock.ts'

export type RecorderOptions = {
  /** The key that encrypts samples before they are written; rejects when nothing can be stored now. */
  sealingKey: () => Promise<SealingKey>
  /** Called once for every delivered take, however it ended, before the recorder is ready again. */
  onTake: (take: Take, cause: TakeCause, owner: TakeOwner) => void
  /** A piece of a session's recording is complete. */
  onPiece?: (piece: FinishedPiece, facts: TakeFacts) => void
  /** All pieces were delivered. */
  onRecording?: (recording: FinishedRecording, cause: TakeCause, facts: TakeFacts) => void
  /** The capture broke: only what the outbox already has of the take remains. */
  onBroken: (owner: TakeOwner) => void
  /** `noVolume` is set after this many seconds of silence. */
  silenceSeconds?: number
}

/** The take between its first click and its delivery. */
type Running = {
  facts: TakeFacts
  cause: TakeCause
  /** Null: a session's recording. */
  delivered: ReturnType<typeof Promise.withResolvers<Take | null>>
}

const noMeter: Meter = { level: 0, levels: [], elapsedSeconds: 0 }
const maxDeliveryMilliseconds = 15_000

export function createRecorder({
  sealingKey,
  onTake,
  onPiece,
  onRecording,
  onBroken,
  silenceSeconds = 5,
}: RecorderOptions): Recorder {
  const state = createReadable<RecorderSnapshot>({ status: 'idle' })
  const meter = createReadable(noMeter)
  const silence = createSilenceWatch(silenceSeconds)
  const wakeLock = createWakeLock()
  let opening: AbortController | null = null
  let session: CaptureSession | null = null
  let running: Running | null = null
  let lastTake: Promise<Take | null> | null = null

  function present(status: 'ready' | 'recording' | 'stopping', noVolume = false) {
    if (session) state.set({ status, microphone: session.microphone, noVolume })
  }

  function release() {
    opening?.abort()
    opening = null
    session?.dispose()
    session = null
    wakeLock.release()
    meter.set(noMeter)
  }

  function onLevel(level: number, elapsedSeconds: number) {
    meter.set({ level, levels: [...meter.getSnapshot().levels, level].slice(-waveformLength), elapsedSeconds })
    const now = state.getSnapshot()
    const noVolume = silence.push(level)
    if ((now.status === 'ready' || now.status === 'recording') && now.noVolume !== noVolume) {
      present(now.status, noVolume)
    }
  }

  function onLimit() {
    if (!running || state.getSnapshot().status !== 'recording') return
    running.cause = 'limit'
    present('stopping')
  }

  function onFinished(finished: FinishedTake) {
    if (!running || !session) return
    const { cause, facts } = running
    const take = describe(finished, running)
    deliver(running, take, () => onTake(take, cause, facts))
  }

  function onWhole(recording: FinishedRecording) {
    if (!running || !session) return
    const { cause, facts } = running
    deliver(running, null, () => onRecording?.(recording, cause, facts))
  }

  function deliver({ delivered }: Running, take: Take | null, announce: () => void) {
    running = null
    wakeLock.release()
    silence.reset()
    delivered.resolve(take)
    try {
      announce()
    } finally {
      // The listener may have closed or reopened the recorder.
      if (state.getSnapshot().status === 'stopping') present('ready')
    }
  }

  /** Delivers the running take first, then releases everything. */
  async function interrupt(cause: 'interrupted' | 'closed', since: number | null) {
    if (!running || !session) return
    // A take already stopped by a click keeps that cause: its window is complete.
    if (state.getSnapshot().status === 'recording') running.cause = cause
    session.interrupt(since)
    const { delivered } = running
    const timeout = setTimeout(() => delivered.reject(new MicrophoneError('capture_failed')), maxDeliveryMilliseconds)
    await delivered.promise.catch(() => {})
    clearTimeout(timeout)
    if (running?.delivered === delivered) breakTake()
  }

  async function onLost(reason: BlockReason, since: number | null) {
    if (state.getSnapshot().status === 'blocked' || !session) return
    const lost = session
    const interrupted = running !== null
    const cannotEnd = reason === 'capture_failed' || reason.startsWith('storage_')
    const ending = cannotEnd ? breakTake() : interrupt('interrupted', since)
    state.set({ status: 'blocked', reason, interrupted })
    await ending
    if (session === lost) release()
  }

  /** The worker is gone or can store nothing more: the take ends with what is stored. */
  function breakTake() {
    const broken = running
    running = null
    broken?.delivered.reject(new MicrophoneError('capture_failed'))
    if (broken) onBroken(broken.facts)
  }

  async function open(deviceId?: string, wantsExaminer = false) {
    await close()
    opening?.abort()
    const mine = new AbortController()
    opening = mine
    silence.reset()
    state.set({ status: 'opening', needsGesture: false })
    try {
      requireMediaApi()
      const key = await sealingKey().catch((cause: unknown) => {
        throw new MicrophoneError('storage_unavailable', { cause })
      })
      mine.signal.throwIfAborted()
      const events = {
        onNeedsGesture: () => opening === mine && state.set({ status: 'opening', needsGesture: true }),
        onLevel,
        onLimit,
        onTake: onFinished,
        onPiece: (piece: FinishedPiece) => running && onPiece?.(piece, running.facts),
        onRecording: onWhole,
        onLost,
      }
      const opened = await openCapture(deviceId, key, mine.signal, events, wantsExaminer)
      if (opening !== mine) return opened.dispose()
      opening = null
      session = opened
      present('ready')
    } catch (error) {
      if (opening !== mine) return // closed or reopened meanwhile
      opening = null
      const reason = error instanceof MicrophoneError ? error.reason : 'capture_failed'
      state.set({ status: 'blocked', reason, interrupted: false })
    }
  }

  async function close() {
    await interrupt('closed', null)
    release()
    state.set({ status: 'idle' })
  }

  function start({ at, maxSeconds, owner, pieceSeconds }: StartOptions): boolean {
    if (state.getSnapshot().status !== 'ready' || !session) return false
    const delivered = Promise.withResolvers<Take | null>()
    delivered.promise.catch(() => {}) // the state reports it too; nobody has to call stop()
    const facts = factsOf(owner, session.microphone)
    running = { facts, cause: 'stopped', delivered }
    lastTake = delivered.promise
    session.start(pieceSeconds === undefined ? facts : { ...facts, pieceSeconds }, at, maxSeconds)
    wakeLock.hold()
    silence.reset()
    present('recording')
    return true
  }

  async function stop({ at }: { at?: number } = {}): Promise<Take> {
    if (!lastTake) throw new Error('nothing is being recorded')
    if (state.getSnapshot().status === 'recording') {
      session?.stop(at)
      present('stopping')
    }
    const take = await lastTake
    if (take === null) throw new Error('a recording of a session is not a take')
    return take
  }

  async function listen(seconds: number) {
    if (!session) throw new MicrophoneError('device_lost')
    return session.listen(seconds)
  }

  return { subscribe: state.subscribe, getSnapshot: state.getSnapshot, meter, open, start, stop, listen, close }
}

/** What a recording begins with. */
export function factsOf(owner: TakeOwner, microphone: MicrophoneInfo): TakeFacts {
  const { sampleRateHz, settings, lowSampleRate, hasExaminer } = microphone
  return {
    ...owner,
    recordedAt: new Date().toISOString(),
    sampleRateHz,
    ...(hasExaminer && { hasExaminer }),
    settings: {
      ...settings,
      user_agent: navigator.userAgent.slice(0, 512),
      context_sample_rate: sampleRateHz,
      low_sample_rate: lowSampleRate,
    },
  }
}

function describe(finished: FinishedTake, { facts, cause }: Running): Take {
  const { lostSeconds, mendedSeconds, proof, examiner, ...captured } = finished
  const { sampleRateHz, recordedAt, settings } = facts
  return {
    ...captured,
    sampleRateHz,
    durationSeconds: captured.window.end - captured.window.start,
    recordedAt,
    ...(typeof examiner === 'object' && { examiner }),
    settings: {
      ...settings,
      ...(typeof examiner === 'string' && { examiner_channel: examiner }),
      ...((cause === 'interrupted' || cause === 'closed') && { interrupted: true }),
      completeness: proof.completeness,
      ...(proof.resolutionSeconds !== null && { clock_resolution_s: proof.resolutionSeconds }),
      ...(lostSeconds > 0 && { lost_by_clock_s: lostSeconds }),
      ...(mendedSeconds > 0 && { mended_s: mendedSeconds }),
    },
  }
}
