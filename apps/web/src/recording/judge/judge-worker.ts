import { judgeRecording, measure } from '@fonema/speech'
import { openOutbox } from '../outbox/database.ts'
import { createSealedStore } from '../outbox/sealed-store.ts'
import type { SealingKey } from '../outbox/sealing.ts'
import { chunkSeconds } from '../recorder/capture.ts'
import { checkMicrophone } from './check.ts'
import type { FromJudge, JudgedTake, ToJudge } from './messages.ts'
import { type JudgedStretch, mergeStretches, type Span, stretchesOf } from './stretches.ts'

/** One user's judge: measures the samples of a take in the outbox, and caches the pieces of the running take. */
function judge(key: SealingKey) {
  const store = openOutbox().then((database) => createSealedStore(database, key))
  let running: { id: string; done: Map<number, JudgedStretch> } | null = null

  /** `isMended`: the chunks differ in length, so positions must be counted from the first chunk. */
  async function samplesOf(id: string, { start, end }: Span, sampleRateHz: number, isMended: boolean) {
    const firstChunk = isMended ? 0 : Math.floor(start / chunkSeconds + 1e-9)
    const chunks = (await store).chunks(id, firstChunk, isMended ? Infinity : Math.ceil(end / chunkSeconds - 1e-9))
    const chunkFrames = Math.round(chunkSeconds * sampleRateHz)
    const from = Math.round(start * sampleRateHz)
    const samples = new Float32Array(Math.round(end * sampleRateHz) - from)
    let at = firstChunk * chunkFrames - from
    for await (const part of chunks)
      for (const chunk of part) {
        const integers = new Int16Array(chunk)
        const skipped = Math.max(0, -at)
        for (let i = skipped; i < integers.length && at + i < samples.length; i++)
          samples[at + i] = integers[i]! / 32_768
        at += integers.length
        if (at >= samples.length) return samples
      }
    return samples
  }

  async function judgeStretch(id: string, span: Span, sampleRateHz: number, isMended = false) {
    const samples = await samplesOf(id, span, sampleRateHz, isMended)
    const { recording_quality } = measure(samples, sampleRateHz, ['recording_quality'])
    if (recording_quality === undefined) throw new Error('recording_quality was requested but not returned')
    return { span, quality: recording_quality }
  }

  return {
    /** Measures a piece of the running take in advance. */
    async prepare({ id, span, sampleRateHz }: Extract<ToJudge, { type: 'prepare' }>) {
      if (running?.id !== id) running = { id, done: new Map() }
      running.done.set(span.start, await judgeStretch(id, span, sampleRateHz))
    },

    async verdict(take: JudgedTake) {
      const { id, window, gaps, sampleRateHz, settings, category } = take
      const isMended = settings.mended_s !== undefined
      const stretches: JudgedStretch[] = []
      for (const span of stretchesOf(window)) {
        const known = running?.id === id ? running.done.get(span.start) : undefined
        const same = known !== undefined && known.span.end === span.end
        stretches.push(same ? known : await judgeStretch(id, span, sampleRateHz, isMended))
      }
      running = null
      return judgeRecording(mergeStretches(stretches), {
        sampleRateHz: Math.min(sampleRateHz, settings.sample_rate || sampleRateHz),
        durationS: window.end - window.start,
        ...(category !== undefined && { category }),
        gaps: gaps.map(({ at, length }) => ({ atS: at - window.start, lengthS: length })),
        settings: {
          echoCancellation: Boolean(settings.echo_cancellation),
          noiseSuppression: settings.noise_suppression === true,
          autoGainControl: settings.auto_gain_control === true,
        },
      })
    },
  }
}

let current: ReturnType<typeof judge> | null = null
let queue: Promise<void> = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<ToJudge>) => {
  if (data.type === 'open') current = judge(data.key)
  else if (data.type === 'check') post({ type: 'checked', result: checkMicrophone(data.heard) })
  else if (data.type === 'prepare')
    queue = queue.then(() => current?.prepare(data)).catch(() => {}) // the piece is measured again at the end
  else
    queue = queue
      .then(() => current?.verdict(data.take))
      .then(
        (judgement) => post({ type: 'judged', id: data.take.id, judgement: judgement ?? null }),
        () => post({ type: 'judged', id: data.take.id, judgement: null }),
      )
}

function post(message: FromJudge) {
  self.postMessage(message)
}
