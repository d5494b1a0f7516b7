import { setTimeout as wait } from 'node:timers/promises'
import { cutAtPauses, type Span, writeWav16 } from '@fonema/speech'
import { z } from 'zod'
import { type HttpEngine, type Recognised, type TimedWord, TranscriberError } from './transcription.ts'

/** The part of `verbose_json` that is used. Servers differ in the other fields, and in whether they give words. */
const Word = z.object({ word: z.string().max(1000), start: z.number().min(0), end: z.number().min(0) })
const Answer = z.object({
  text: z.string().max(1_000_000),
  segments: z
    .array(
      z.object({
        text: z.string(),
        start: z.number().min(0),
        end: z.number().min(0),
        words: z.array(Word).nullish(),
      }),
    )
    .nullish(),
  words: z.array(Word).nullish(),
})
type Answer = z.infer<typeof Answer>

const attempts = 4
const maxWaitSeconds = 60
// Servers accept 25 MB: four minutes at 48 kHz.
const maximumSeconds = 240

/** Sends a recording to a server with `POST /v1/audio/transcriptions`. A long recording is split at pauses. */
export async function recogniseByHttp(
  engine: HttpEngine,
  language: string,
  samples: Float32Array,
  sampleRate: number,
  sounding: readonly Span[],
): Promise<Recognised> {
  const recognised: Recognised = { text: '', words: [], segments: [] }
  for (const { start_s, end_s } of cutAtPauses(samples.length / sampleRate, sounding, maximumSeconds)) {
    const stretch = samples.subarray(Math.round(start_s * sampleRate), Math.round(end_s * sampleRate))
    const answer = await ask(engine, language, stretch, sampleRate)
    if (answer.text.trim() === '') continue
    const segments = answer.segments ?? []
    const shift = (time: number | null) => (time === null ? null : time + start_s)
    recognised.words.push(
      ...wordsOf(answer).map(({ text, start, end }) => ({ text, start: shift(start), end: shift(end) })),
    )
    const parts = segments.length === 0 ? [{ text: answer.text, start: 0, end: end_s - start_s }] : segments
    recognised.segments.push(
      ...parts.map(({ text, start, end }) => ({ text: text.trim(), start: start + start_s, end: end + start_s })),
    )
    recognised.text = `${recognised.text} ${answer.text.trim()}`.trim()
  }
  return recognised
}

function wordsOf({ text, segments, words }: Answer): TimedWord[] {
  const timed = words ?? segments?.flatMap((segment) => segment.words ?? []) ?? []
  if (timed.length > 0) return timed.map(({ word, start, end }) => ({ text: word.trim(), start, end }))
  return text.split(/\s+/u).flatMap((word) => (word === '' ? [] : [{ text: word, start: null, end: null }]))
}

async function ask(engine: HttpEngine, language: string, samples: Float32Array, sampleRate: number): Promise<Answer> {
  const wav = writeWav16(
    Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)),
    sampleRate,
  )
  let last: unknown
  for (let attempt = 1; attempt <= attempts; attempt++) {
    let pause = engine.retrySeconds * 2 ** (attempt - 1)
    try {
      const response = await fetch(new URL('v1/audio/transcriptions', `${engine.url.replace(/\/$/, '')}/`), {
        method: 'POST',
        headers: engine.key === undefined ? {} : { authorization: `Bearer ${engine.key}` },
        body: formOf(wav, language, engine.model),
        signal: AbortSignal.timeout(engine.timeoutSeconds * 1000),
      })
      if (response.ok) return Answer.parse(await response.json())
      await response.body?.cancel()
      if (response.status !== 429 && response.status < 500) throw new TranscriberError('transcriber_refused')
      const asked = Number(response.headers.get('retry-after'))
      if (response.status === 429 && asked > 0) pause = Math.min(asked, maxWaitSeconds)
      last = new TranscriberError('transcriber_failed')
    } catch (error) {
      if (error instanceof TranscriberError) throw error
      last = error
    }
    if (attempt < attempts) await wait(pause * 1000)
  }
  throw last instanceof TranscriberError ? last : new TranscriberError(isUnreachable(last), { cause: last })
}

/** An unreachable server is retried later; a server with invalid answers is not. */
function isUnreachable(error: unknown) {
  const cause = error instanceof TypeError ? (error.cause as { code?: string } | undefined) : undefined
  const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']
  return codes.includes(cause?.code ?? '') ? 'transcriber_unavailable' : 'transcriber_failed'
}

function formOf(wav: Uint8Array, language: string, model: string | undefined): FormData {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(wav)], { type: 'audio/wav' }), 'speech.wav')
  form.set('model', model ?? 'whisper-1')
  form.set('language', language)
  form.set('response_format', 'verbose_json')
  form.append('timestamp_granularities[]', 'word')
  form.append('timestamp_granularities[]', 'segment')
  return form
}
