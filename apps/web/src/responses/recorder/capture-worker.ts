import { createCapture } from './capture.ts'
import { createMemoryChunkStore } from './chunk-store.ts'
import { type ClockLoss, createClockWatch, createWakingClock } from './clock-watch.ts'
import { createHoleFinder } from './hole-finder.ts'
import { createLevelMeter, levelsPerSecond } from './level.ts'
import type { FromWorker, FromWorklet, ToWorker, ToWorklet } from './messages.ts'
import { sha256Hex, toInt16, wavFile } from './wav.ts'

const watchdogTicks = 4
const watchdogMilliseconds = 250

/** Reads one microphone's batches until the worker is terminated. */
function capture(port: MessagePort, sampleRateHz: number) {
  const store = createMemoryChunkStore()
  const frames = createCapture(sampleRateHz, store)
  const meter = createLevelMeter(sampleRateHz)
  const now = createWakingClock()
  const clock = createClockWatch()
  const holes = createHoleFinder(sampleRateHz)
  let key = ''
  let flushId = 0
  let limitPending = false
  let framesSinceLevel = 0
  let ticksWithoutFrames = 0
  let heard = false

  /** The take is finished when the worklet has seen the file's last frame and says how many there were. */
  function flushAt(frame: number) {
    flushId++
    port.postMessage({ type: 'flush', id: flushId, frame } satisfies ToWorklet)
  }

  function addLoss(loss: ClockLoss | null) {
    if (!loss) return
    const frameOf = (seconds: number) => Math.round(seconds * sampleRateHz)
    frames.addLoss({ at: frameOf(loss.atSeconds), length: frameOf(loss.lostSeconds) })
  }

  function accept(first: number, samples: Float32Array) {
    frames.accept({ first, samples: toInt16(samples) })
    for (const hole of holes.push(first, samples)) frames.addHole(hole)
    addLoss(clock.observe((first + samples.length) / sampleRateHz, now()))
  }

  async function finish(counted: number | null) {
    const finishedKey = key
    addLoss(clock.settle(now()))
    const take = await frames.finish(counted)
    if (!take) return
    const { chunks, ...facts } = take
    const bytes = wavFile(chunks, sampleRateHz)
    const sha256 = await sha256Hex(bytes)
    const wav = new Blob([bytes], { type: 'audio/wav' })
    post({ type: 'take', take: { wav, sha256, ...facts } })
    // The page holds the take now. A store that survives crashes keeps it until the server has it.
    await store.delete(finishedKey)
  }

  port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
    ticksWithoutFrames = 0
    heard = true
    if (data.type === 'flushed') {
      if (data.id === flushId) void finish(data.frame).catch(fail)
      return
    }
    accept(data.first, data.samples)
    if (limitPending && frames.limitReached()) {
      limitPending = false
      post({ type: 'limit' })
    }
    const level = meter.push(data.samples)
    framesSinceLevel += data.samples.length
    if (framesSinceLevel >= sampleRateHz / levelsPerSecond) {
      framesSinceLevel -= sampleRateHz / levelsPerSecond
      post({ type: 'level', level, elapsedSeconds: frames.elapsedSeconds() })
    }
  }

  // Counted in ticks, not by the clock: after the computer slept, the clock alone would cry wolf.
  setInterval(() => {
    if (heard && ++ticksWithoutFrames === watchdogTicks) post({ type: 'stalled' })
  }, watchdogMilliseconds)

  return {
    start(message: Extract<ToWorker, { type: 'start' }>) {
      key = message.key
      const end = frames.start(key, message.atFrame, message.maxFrames)
      limitPending = message.maxFrames !== null
      if (limitPending) flushAt(end)
    },
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

function post(message: FromWorker) {
  self.postMessage(message)
}

function fail(error: unknown) {
  post({ type: 'failed', message: String(error) })
}

let current: ReturnType<typeof capture> | null = null

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'open') current = capture(data.port, data.sampleRateHz)
  else if (data.type === 'start') current?.start(data)
  else if (data.type === 'stop') current?.stop(data.atFrame)
  else current?.interrupt(data.atFrame)
}
