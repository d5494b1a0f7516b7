import { setTimeout as wait } from 'node:timers/promises'
import { cutAtPauses, writeWav16 } from '@fonema/speech'
import { z } from 'zod'
import { cutTo, heardText, markDoubts } from './mark-doubts.ts'
import { untimedWords } from './token-words.ts'
import { type Evidence, type HttpEngine, type Recognised, type TimedWord, TranscriberError } from './transcription.ts'

/**
 * The part of `verbose_json` that is used. Servers differ in the other fields, and in whether they give words. Some give
 * the probability of each word, most the mean logarithm of a segment's.
 */
const Word = z.object({
  word: z.string().max(1000),
  start: z.number().min(0),
  end: z.number().min(0),
  probability: z.number().min(0).max(1).nullish(),
})
type Word = z.infer<typeof Word>
const Answer = z.object({
  text: z.string().max(1_000_000),
  segments: z
    .array(
      z.object({
        text: z.string(),
        start: z.number().min(0),
        end: z.number().min(0),
        words: z.array(Word).nullish(),
        avg_logprob: z.number().nullish(),
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
  { sounding, voice, functionWords }: Evidence,
): Promise<Recognised> {
  const recognised: Recognised = { text: '', words: [], segments: [] }
  for (const { start_s, end_s } of cutAtPauses(samples.length / sampleRate, sounding, maximumSeconds, voice)) {
    const stretch = samples.subarray(Math.round(start_s * sampleRate), Math.round(end_s * sampleRate))
    const answer = await ask(engine, language, stretch, sampleRate)
    if (answer.text.trim() === '') continue
    const within = cutTo({ start_s, end_s }, voice).map((span) => ({
      start_s: span.start_s - start_s,
      end_s: span.end_s - start_s,
    }))
    const parts = partsOf(answer, end_s - start_s)
    // Together, because a recogniser repeats itself from segment to segment.
    const marked = markDoubts(
      parts.flatMap(({ words }) => words),
      within,
      functionWords,
    )
    const shift = (time: number | null) => (time === null ? null : time + start_s)
    const texts: string[] = []
    for (const { text, start, end, words } of parts) {
      const isVoiced = cutTo({ start_s: start, end_s: end }, within).length > 0
      const own = marked
        .splice(0, words.length)
        .map((word) => (word.start === null && !isVoiced ? { ...word, doubt: 'no_voice' as const } : word))
      recognised.words.push(...own.map((word) => ({ ...word, start: shift(word.start), end: shift(word.end) })))
      const heard = heardText(text, own)
      if (heard === '') continue
      recognised.segments.push({ text: heard, start: start + start_s, end: end + start_s })
      texts.push(heard)
    }
    recognised.text = `${recognised.text} ${texts.join(' ')}`.trim()
  }
  return recognised
}

type Part = { text: string; start: number; end: number; words: TimedWord[] }

/** The segments of an answer, each with its words; one for all where the server gives none. */
function partsOf({ text, segments, words }: Answer, durationS: number): Part[] {
  const given = segments?.length ? segments : [{ text, start: 0, end: durationS }]
  const segmentOf = (word: Word) =>
    Math.max(
      0,
      given.findLastIndex(({ start }) => start <= word.start),
    )
  return given.map((segment, index) => {
    const { words: own, avg_logprob }: { words?: Word[] | null; avg_logprob?: number | null } = segment
    const timed = words?.length ? words.filter((word) => segmentOf(word) === index) : (own ?? [])
    const plain = words?.length || timed.length > 0 ? timed.map(toTimed) : untimedWords(segment.text)
    return {
      text: segment.text,
      start: segment.start,
      end: segment.end,
      words: avg_logprob == null ? plain : plain.map((word) => ({ confidence: Math.exp(avg_logprob), ...word })),
    }
  })
}

const toTimed = ({ word, start, end, probability }: Word): TimedWord => ({
  text: word.trim(),
  start,
  end,
  ...(probability != null && { confidence: probability }),
})

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
