import { type CaptureSession, openCapture } from './capture-session.ts'
import { createSilenceWatch, waveformLength } from './level.ts'
import type { FinishedTake } from './messages.ts'
import { MicrophoneError } from './microphone.ts'
import { createReadable } from './readable.ts'
import type { BlockReason, Meter, Recorder, RecorderSnapshot, StartOptions, Take, TakeCause } from './types.ts'
import { createWakeLock } from './wake-lock.ts'

export type RecorderOptions = {
  /** Called once for every take, however it ended. Before the recorder is ready again. */
  onTake?: (take: Take, cause: TakeCause) => void
  /** `noVolume` is set when nothing was heard for so long. */
  silenceSeconds?: number
}

/** The take between its first click and its delivery. */
type RunningTake = {
  recordedAt: string
  cause: TakeCause
  delivered: ReturnType<typeof Promise.withResolvers<Take>>
}

const noMeter: Meter = { level: 0, levels: [], elapsedSeconds: 0 }
const longestDeliveryMilliseconds = 15_000

export function createRecorder({ onTake, silenceSeconds = 5 }: RecorderOptions = {}): Recorder {
  const state = createReadable<RecorderSnapshot>({ status: 'idle' })
  const meter = createReadable(noMeter)
  const silence = createSilenceWatch(silenceSeconds)
  const wakeLock = createWakeLock()
  let opening: AbortController | null = null
  let session: CaptureSession | null = null
  let running: RunningTake | null = null
  let lastTake: Promise<Take> | null = null

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
    const take = describe(finished, session, running)
    const { cause, delivered } = running
    running = null
    wakeLock.release()
    silence.reset()
    delivered.resolve(take)
    try {
      onTake?.(take, cause)
    } finally {
      // The listener may have closed or reopened the recorder.
      if (state.getSnapshot().status === 'stopping') present('ready')
    }
  }

  /** What was recorded is delivered first, then everything is released. */
  async function interrupt(cause: 'interrupted' | 'closed', since: number | null) {
    if (!running || !session) return
    // A take that had been stopped by a click keeps that cause: all of its window is there.
    if (state.getSnapshot().status === 'recording') running.cause = cause
    session.interrupt(since)
    const { delivered } = running
    const timeout = setTimeout(
      () => delivered.reject(new MicrophoneError('capture_failed')),
      longestDeliveryMilliseconds,
    )
    await delivered.promise.catch(() => {})
    clearTimeout(timeout)
    if (running?.delivered === delivered) running = null
  }

  async function onLost(reason: BlockReason, since: number | null) {
    if (state.getSnapshot().status === 'blocked' || !session) return
    const lost = session
    const interrupted = running !== null
    const ending = reason === 'capture_failed' ? breakTake() : interrupt('interrupted', since)
    state.set({ status: 'blocked', reason, interrupted })
    await ending
    if (session === lost) release()
  }

  /** The worker is gone, and with it what it held. */
  function breakTake() {
    running?.delivered.reject(new MicrophoneError('capture_failed'))
    running = null
  }

  async function open(deviceId?: string) {
    await close()
    opening?.abort()
    const mine = new AbortController()
    opening = mine
    silence.reset()
    state.set({ status: 'opening', needsGesture: false })
    try {
      const opened = await openCapture(deviceId, mine.signal, {
        onNeedsGesture: () => opening === mine && state.set({ status: 'opening', needsGesture: true }),
        onLevel,
        onLimit,
        onTake: onFinished,
        onLost,
      })
      if (opening !== mine) return opened.dispose()
      opening = null
      session = opened
      present('ready')
    } catch (error) {
      if (opening !== mine) return // closed, or opened again, meanwhile
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

  function start({ at, maxSeconds, key = crypto.randomUUID() }: StartOptions = {}): boolean {
    if (state.getSnapshot().status !== 'ready' || !session) return false
    const delivered = Promise.withResolvers<Take>()
    delivered.promise.catch(() => {}) // reported by the state as well; nobody has to ask for it by stop()
    running = { recordedAt: new Date().toISOString(), cause: 'stopped', delivered }
    lastTake = delivered.promise
    session.start(key, at, maxSeconds)
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
    return lastTake
  }

  return { subscribe: state.subscribe, getSnapshot: state.getSnapshot, meter, open, start, stop, close }
}

function describe(finished: FinishedTake, session: CaptureSession, { recordedAt, cause }: RunningTake): Take {
  const { microphone } = session
  const { lostSeconds, ...captured } = finished
  return {
    ...captured,
    sampleRateHz: microphone.sampleRateHz,
    durationSeconds: finished.window.end - finished.window.start,
    recordedAt,
    settings: {
      ...microphone.settings,
      user_agent: navigator.userAgent.slice(0, 512),
      context_sample_rate: microphone.sampleRateHz,
      low_sample_rate: microphone.lowSampleRate,
      ...((cause === 'interrupted' || cause === 'closed') && { interrupted: true }),
      ...(lostSeconds > 0 && { lost_by_clock_s: lostSeconds }),
    },
  }
}
