import type { SealingKey } from '../../api/sealing.ts'
import workletUrl from './capture-worklet.ts?worker&url'
import type { FinishedRecording, FinishedTake, FromWorker, ToProcessor, ToWorker } from './messages.ts'
import { channelsOf, isLowSampleRate, MicrophoneError, openMicrophone } from './microphone.ts'
import type { FinishedPiece, RecordingFacts } from './piece-chain.ts'
import { trackSamples } from './read-track.ts'
import type { BlockReason, MicrophoneInfo, TakeFacts } from './types.ts'
import { watchDrops } from './watch-drops.ts'
import { watchMicrophone } from './watch-microphone.ts'

/** An event time further back than this does not come from this page's clock. */
const maxMarkAgeMilliseconds = 10_000
const firstFramesMilliseconds = 10_000

export type SessionEvents = {
  onNeedsGesture: () => void
  onLevel: (level: number, elapsedSeconds: number) => void
  onLimit: () => void
  onTake: (take: FinishedTake) => void
  onPiece: (piece: FinishedPiece) => void
  onRecording: (recording: FinishedRecording) => void
  onLost: (reason: BlockReason, since: number | null) => void
}

export type CaptureSession = {
  microphone: MicrophoneInfo
  start: (facts: TakeFacts | RecordingFacts, at: number | undefined, maxSeconds: number | undefined) => void
  stop: (at: number | undefined) => void
  interrupt: (since: number | null) => void
  /** Records the next seconds without storing them; rejects when the session ends first. */
  listen: (seconds: number) => Promise<Float32Array<ArrayBuffer>>
  dispose: () => void
}

/**
 * Microphone, audio graph and worker, all running before anyone can press record. Rejects with a MicrophoneError. The
 * graph is built before the microphone is opened; otherwise the first samples are easily lost.
 */
export async function openCapture(
  deviceId: string | undefined,
  key: SealingKey,
  abandoned: AbortSignal,
  events: SessionEvents,
  wantsExaminer = false,
): Promise<CaptureSession> {
  const closing: (() => void)[] = []
  const dispose = () => {
    for (const close of closing.splice(0).reverse()) close()
  }

  abandoned.addEventListener('abort', dispose)

  try {
    const context = new AudioContext()
    closing.push(() => void context.close().catch(() => {}))
    const worker = new Worker(new URL('./capture-worker.ts', import.meta.url), { type: 'module', name: 'recorder' })
    closing.push(() => {
      worker.onmessage = worker.onerror = null // messages may already be on their way
      worker.terminate()
    })
    const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

    let listening: ReturnType<typeof Promise.withResolvers<Float32Array<ArrayBuffer>>> | undefined
    closing.push(() => listening?.reject(new MicrophoneError('device_lost')))
    const firstLevel = Promise.withResolvers<void>()
    firstLevel.promise.catch(() => {}) // awaited below, if opening gets that far
    const lose = (reason: BlockReason, since: number | null = null, cause?: unknown) => {
      firstLevel.reject(new MicrophoneError(reason, { cause }))
      events.onLost(reason, since)
    }
    const broken = (error: unknown) => lose('capture_failed', null, error)
    worker.onerror = broken
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'level') {
        firstLevel.resolve()
        events.onLevel(data.level, data.elapsedSeconds)
      } else if (data.type === 'take') events.onTake(data.take)
      else if (data.type === 'piece') events.onPiece(data.piece)
      else if (data.type === 'recording') events.onRecording(data.recording)
      else if (data.type === 'limit') events.onLimit()
      else if (data.type === 'heard') listening?.resolve(data.samples)
      else if (data.type === 'stalled') lose('device_lost')
      else if (data.type === 'unkept') lose(data.isFull ? 'storage_full' : 'storage_unavailable')
      else broken(data.message)
    }

    await context.audioWorklet.addModule(workletUrl).catch((cause: unknown) => {
      throw new MicrophoneError('capture_failed', { cause })
    })
    abandoned.throwIfAborted()
    const node = new AudioWorkletNode(context, 'capture')
    node.onprocessorerror = broken
    node.connect(context.destination) // it outputs silence; some browsers run only connected nodes
    const { port1, port2 } = new MessageChannel()
    const tell = (message: ToProcessor, transfer: Transferable[] = []) => node.port.postMessage(message, transfer)
    tell({ port: port1 }, [port1])
    send({ type: 'open', port: port2, sampleRateHz: context.sampleRate, key }, [port2])
    closing.push(() => {
      tell('close')
      node.disconnect()
    })

    const { stream, track, settings } = await openMicrophone(deviceId, wantsExaminer ? 2 : 1)
    closing.push(() => {
      for (const each of stream.getTracks()) each.stop()
    })
    abandoned.throwIfAborted()
    closing.push(watchMicrophone(track, context, (since) => lose('device_lost', since)))
    const samples = trackSamples(track)
    const hasExaminer = wantsExaminer && (settings.channel_count ?? 1) > 1
    if (hasExaminer) tell('two_channels')
    if (samples !== null) send({ type: 'track', samples, isTwoChannels: hasExaminer }, [samples])
    const source = context.createMediaStreamSource(stream)
    source.connect(node)
    closing.push(() => source.disconnect())

    await running(context, abandoned, events.onNeedsGesture)
    const timeout = setTimeout(() => firstLevel.reject(new MicrophoneError('device_lost')), firstFramesMilliseconds)
    await firstLevel.promise.finally(() => clearTimeout(timeout))
    abandoned.throwIfAborted()

    const frameAt = (at = performance.now()) => {
      const age = performance.now() - at
      const plausible = age > 0 && age < maxMarkAgeMilliseconds ? age : 0
      return Math.round((context.currentTime - plausible / 1000) * context.sampleRate)
    }
    const frameNear = (at: number) =>
      Math.round((context.currentTime - (performance.now() - at) / 1000) * context.sampleRate)
    closing.push(
      watchDrops(track, (since, seconds) => send({ type: 'dropped', from: frameNear(since), to: frameAt(), seconds })),
    )
    return {
      microphone: {
        deviceId: track.getSettings().deviceId ?? '',
        label: track.label,
        sampleRateHz: context.sampleRate,
        settings,
        processedByBrowser: settings.processed_by_browser,
        lowSampleRate: isLowSampleRate(context.sampleRate, settings),
        offersExaminer: channelsOf(track) > 1,
        hasExaminer,
      },
      start(facts, at, maxSeconds) {
        const maxFrames = maxSeconds === undefined ? null : Math.round(maxSeconds * context.sampleRate)
        send({ type: 'start', facts, atFrame: frameAt(at), maxFrames })
      },
      stop: (at) => send({ type: 'stop', atFrame: frameAt(at) }),
      interrupt: (since) => send({ type: 'interrupt', atFrame: since === null ? null : frameAt(since) }),
      listen(seconds) {
        listening = Promise.withResolvers()
        send({ type: 'listen', seconds })
        return listening.promise
      },
      dispose,
    }
  } catch (error) {
    dispose()
    throw error
  }
}

/** Browsers block audio until the page gets a user gesture. Waits for the first click or key. */
async function running(context: AudioContext, abandoned: AbortSignal, onNeedsGesture: () => void) {
  if (context.state === 'running') return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const listening = new AbortController()
  const { signal } = listening
  const resume = () => void context.resume().catch(() => {})
  context.addEventListener('statechange', () => context.state === 'running' && resolve(), { signal })
  for (const gesture of ['pointerdown', 'pointerup', 'keydown']) document.addEventListener(gesture, resume, { signal })
  abandoned.addEventListener('abort', () => reject(abandoned.reason), { signal })
  const waiting = setTimeout(onNeedsGesture, 500)
  resume()
  await promise.finally(() => {
    listening.abort()
    clearTimeout(waiting)
  })
}
