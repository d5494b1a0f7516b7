import {
  decideQuality,
  findOtherVoice,
  isOneSound,
  joinQualityParts,
  judgeRecording,
  measureQualityPart,
  type QualityPart,
  writeWav16,
} from '@fonema/speech'
import type { SealingKey } from '../../api/sealing.ts'
import { windowPeaks } from '../../takes/window-peaks.ts'
import { openOutbox } from '../outbox/database.ts'
import { createSealedStore } from '../outbox/sealed-store.ts'
import { preRollSeconds } from '../recorder/capture.ts'
import { checkMicrophone } from './check.ts'
import { levelRange, marksOf } from './marks.ts'
import type { FromJudge, JudgedTake, Judgement, TakeSound, ToJudge } from './messages.ts'
import { contextOf, isStill, partsOf, runsOf, type Span } from './parts.ts'
import { readSamples } from './take-samples.ts'

const peakCount = 240

/** Seconds of the file; undefined when nothing was mended. */
const firstMend = ({ settings, mendedFrom }: JudgedTake) =>
  settings.mended_s === undefined ? undefined : (mendedFrom ?? 0)

const toLevels = (samples: Int16Array) => Float32Array.from(samples, (sample) => sample / 32_768)

const isWithoutPause = ({ missing }: ReturnType<typeof decideQuality>) => missing.snr_db === 'no_pause'

/** One user's judge: measures the samples of a take in the outbox, part by part while it runs. */
function judge(key: SealingKey) {
  const store = openOutbox().then((database) => createSealedStore(database, key))
  let running: { id: string; done: Map<number, { span: Span; part: QualityPart }> } | null = null

  /**
   * Measures parts that follow each other. Their samples are read once: behind a mended place they can only be found by
   * opening all chunks from there on.
   */
  async function measureRun(id: string, run: readonly Span[], window: Span, sampleRateHz: number, mendedFrom?: number) {
    const around = run.map((part) => {
      const context = contextOf(part, window)
      return { context, start: part.start - context.before, end: part.end + context.after }
    })
    const whole = { start: around[0]!.start, end: around.at(-1)!.end }
    const integers = await readSamples(await store, id, whole, sampleRateHz, mendedFrom)
    const first = Math.round(whole.start * sampleRateHz)
    return around.map(({ context, start, end }) => {
      const own = integers.subarray(Math.round(start * sampleRateHz) - first, Math.round(end * sampleRateHz) - first)
      return measureQualityPart(toLevels(own), sampleRateHz, context)
    })
  }

  /** What the microphone heard before the marked window: the noise of a vowel without a pause. */
  function heardBefore(take: JudgedTake): Promise<QualityPart[]> {
    const { id, window, sampleRateHz } = take
    const before = { start: 0, end: window.start }
    return window.start === 0 ? Promise.resolve([]) : measureRun(id, [before], before, sampleRateHz, firstMend(take))
  }

  /** Another voice, in tasks in which one can be told from the participant's. */
  async function heardBesides(take: JudgedTake) {
    const { id, window, sampleRateHz, category } = take
    if (!isOneSound(category)) return null
    const samples = await readSamples(await store, id, window, sampleRateHz, firstMend(take))
    return findOtherVoice(toLevels(samples), sampleRateHz, category)
  }

  return {
    /** Measures a part of the running take in advance. */
    async prepare({ id, span, sampleRateHz }: Extract<ToJudge, { type: 'prepare' }>) {
      if (running?.id !== id) running = { id, done: new Map() }
      const window = { start: preRollSeconds, end: Infinity }
      const [part] = await measureRun(id, [span], window, sampleRateHz)
      running.done.set(span.start, { span, part: part! })
    },

    async verdict(take: JudgedTake): Promise<Judgement> {
      const { id, window, gaps, sampleRateHz, settings, category } = take
      const mended = firstMend(take)
      const known = new Map<Span, QualityPart>()
      const spans = partsOf(window)
      for (const span of spans) {
        const early = running?.id === id ? running.done.get(span.start) : undefined
        if (early !== undefined && isStill(early.span, span, mended)) known.set(span, early.part)
      }
      for (const run of runsOf(spans.filter((span) => !known.has(span)))) {
        const parts = await measureRun(id, run, window, sampleRateHz, mended)
        for (const [i, span] of run.entries()) known.set(span, parts[i]!)
      }
      running = null
      const whole = joinQualityParts(spans.map((span) => known.get(span)!))
      const alone = decideQuality(whole)
      const quality = isWithoutPause(alone) ? decideQuality(whole, await heardBefore(take)) : alone
      const durationS = window.end - window.start
      const speech = quality.data?.speech ?? []
      const otherVoice = await heardBesides(take)
      const judgement = judgeRecording(quality, {
        sampleRateHz: Math.min(sampleRateHz, settings.sample_rate || sampleRateHz),
        durationS,
        ...(category !== undefined && { category }),
        otherVoiceS: otherVoice?.seconds ?? null,
        gaps: gaps.map(({ at, length }) => ({ atS: at - window.start, lengthS: length })),
        settings: {
          echoCancellation: Boolean(settings.echo_cancellation),
          noiseSuppression: settings.noise_suppression === true,
          autoGainControl: settings.auto_gain_control === true,
        },
      })
      const shownGaps = gaps
        .map((gap) => ({ ...gap, at: gap.at - window.start }))
        .filter(({ at, length }) => at + length > 0 && at < durationS)
      const { flatTops } = whole
      return {
        ...judgement,
        marks: marksOf({ ...judgement, speech, flatTops, sampleRateHz, gaps: shownGaps, durationS, otherVoice }),
        levels: levelRange(whole, speech),
        ...(otherVoice !== null && { otherVoiceS: otherVoice.seconds }),
      }
    },

    async sound(take: JudgedTake): Promise<TakeSound> {
      const { id, window, sampleRateHz } = take
      const samples = await readSamples(await store, id, window, sampleRateHz, firstMend(take))
      const levels = toLevels(samples)
      const durationSeconds = samples.length / sampleRateHz
      const peaks = windowPeaks(levels, sampleRateHz, { start: 0, end: durationSeconds }, peakCount)
      return { wav: new Uint8Array(writeWav16(samples, sampleRateHz)), peaks, durationSeconds }
    },
  }
}

let current: ReturnType<typeof judge> | null = null
let queue: Promise<void> = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<ToJudge>) => {
  if (data.type === 'open') current = judge(data.key)
  else if (data.type === 'check') post({ type: 'checked', result: checkMicrophone(data.heard) })
  else if (data.type === 'prepare')
    queue = queue.then(() => current?.prepare(data)).catch(() => {}) // the part is measured again at the end
  else {
    const { take } = data
    queue = queue.then(async () => {
      // The verdict first: the sound may be long.
      const judgement = (await current?.verdict(take).catch(() => null)) ?? null
      post({ type: 'judged', id: take.id, judgement })
      const sound = (await current?.sound(take).catch(() => null)) ?? null
      post({ type: 'sound', id: take.id, sound }, sound === null ? [] : [sound.wav.buffer, sound.peaks.buffer])
    })
  }
}

function post(message: FromJudge, transfer: Transferable[] = []) {
  self.postMessage(message, { transfer })
}
