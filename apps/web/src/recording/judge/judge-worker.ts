import {
  decideQuality,
  joinQualityParts,
  judgeRecording,
  measureQualityPart,
  type QualityPart,
  writeWav16,
} from '@fonema/speech'
import { windowPeaks } from '../../takes/window-peaks.ts'
import { openOutbox } from '../outbox/database.ts'
import { createSealedStore } from '../outbox/sealed-store.ts'
import type { SealingKey } from '../outbox/sealing.ts'
import { chunkSeconds, preRollSeconds } from '../recorder/capture.ts'
import { checkMicrophone } from './check.ts'
import { levelRange, marksOf } from './marks.ts'
import type { FromJudge, JudgedTake, Judgement, TakeSound, ToJudge } from './messages.ts'
import { contextOf, isStill, partsOf, type Span } from './parts.ts'

const peakCount = 240

/** One user's judge: measures the samples of a take in the outbox, part by part while it runs. */
function judge(key: SealingKey) {
  const store = openOutbox().then((database) => createSealedStore(database, key))
  let running: { id: string; done: Map<number, { span: Span; part: QualityPart }> } | null = null

  /**
   * Throws when the outbox does not have all of them.
   *
   * @param isMended the chunks differ in length, so positions must be counted from the first chunk
   */
  async function samplesOf(id: string, { start, end }: Span, sampleRateHz: number, isMended: boolean) {
    const firstChunk = isMended ? 0 : Math.floor(start / chunkSeconds + 1e-9)
    const chunks = (await store).chunks(id, firstChunk, isMended ? Infinity : Math.ceil(end / chunkSeconds - 1e-9))
    const chunkFrames = Math.round(chunkSeconds * sampleRateHz)
    const from = Math.round(start * sampleRateHz)
    const samples = new Int16Array(Math.round(end * sampleRateHz) - from)
    let at = firstChunk * chunkFrames - from
    for await (const part of chunks)
      for (const chunk of part) {
        const integers = new Int16Array(chunk)
        const skipped = Math.max(0, -at)
        samples.set(integers.subarray(skipped, Math.max(skipped, samples.length - at)), at + skipped)
        at += integers.length
        if (at >= samples.length) return samples
      }
    throw new Error('some samples are missing')
  }

  async function measurePart(id: string, part: Span, window: Span, sampleRateHz: number, isMended = false) {
    const context = contextOf(part, window)
    const around = { start: part.start - context.before, end: part.end + context.after }
    const integers = await samplesOf(id, around, sampleRateHz, isMended)
    const samples = Float32Array.from(integers, (sample) => sample / 32_768)
    return measureQualityPart(samples, sampleRateHz, context)
  }

  return {
    /** Measures a part of the running take in advance. */
    async prepare({ id, span, sampleRateHz }: Extract<ToJudge, { type: 'prepare' }>) {
      if (running?.id !== id) running = { id, done: new Map() }
      const window = { start: preRollSeconds, end: Infinity }
      running.done.set(span.start, { span, part: await measurePart(id, span, window, sampleRateHz) })
    },

    async verdict(take: JudgedTake): Promise<Judgement> {
      const { id, window, gaps, sampleRateHz, settings, category, mendedFrom } = take
      const isMended = settings.mended_s !== undefined
      const parts: QualityPart[] = []
      for (const span of partsOf(window)) {
        const known = running?.id === id ? running.done.get(span.start) : undefined
        const isKnown = known !== undefined && isStill(known.span, span, isMended ? (mendedFrom ?? 0) : undefined)
        parts.push(isKnown ? known.part : await measurePart(id, span, window, sampleRateHz, isMended))
      }
      running = null
      const whole = joinQualityParts(parts)
      const quality = decideQuality(whole)
      const durationS = window.end - window.start
      const speech = quality.data?.speech ?? []
      const judgement = judgeRecording(quality, {
        sampleRateHz: Math.min(sampleRateHz, settings.sample_rate || sampleRateHz),
        durationS,
        ...(category !== undefined && { category }),
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
        marks: marksOf({ ...judgement, speech, flatTops, sampleRateHz, gaps: shownGaps, durationS }),
        levels: levelRange(whole, speech),
      }
    },

    async sound({ id, window, sampleRateHz, settings }: JudgedTake): Promise<TakeSound> {
      const samples = await samplesOf(id, window, sampleRateHz, settings.mended_s !== undefined)
      const levels = Float32Array.from(samples, (sample) => sample / 32_768)
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
