import path from 'node:path'
import { cutAtPauses, type Span } from '@fonema/speech'
import { cutTo, heardText, markDoubts } from './mark-doubts.ts'
import type { Model } from './model.ts'
import { wordsFromTokens } from './token-words.ts'
import { type Evidence, type Recognised, TranscriberError } from './transcription.ts'

/**
 * Loads the model. Native code may crash on a broken model, so this runs in a child process.
 *
 * @throws {TranscriberError} `transcriber_unavailable` where the platform has no recogniser, or it rejects the model
 */
export async function loadSherpa({ folder, manifest }: Model, language: string) {
  const file = (name: string) => path.join(folder, name)
  const files = Object.fromEntries(Object.entries(manifest.files).map(([part, name]) => [part, file(name)]))
  const whisper = { language, task: 'transcribe', enableTokenTimestamps: manifest.word_times }
  const modelConfig = {
    [manifest.kind]: { ...files, ...(manifest.kind === 'whisper' && whisper) },
    ...(manifest.model_type !== undefined && { modelType: manifest.model_type }),
    tokens: file(manifest.tokens),
    // One thread at the lowest priority: a recorder on the same machine goes first.
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
  }
  try {
    const { default: sherpa } = await import('sherpa-onnx-node')
    const recognizer = new sherpa.OfflineRecognizer({
      featConfig: { sampleRate: 16_000, featureDim: 80 },
      modelConfig,
      decodingMethod: 'greedy_search',
    })
    return (samples: Float32Array, sampleRate: number, evidence: Evidence) =>
      recognise(recognizer, samples, sampleRate, evidence, manifest.max_seconds)
  } catch (cause) {
    throw new TranscriberError('transcriber_unavailable', { cause })
  }
}

type Sherpa = typeof import('sherpa-onnx-node')['default']

function recognise(
  recognizer: InstanceType<Sherpa['OfflineRecognizer']>,
  samples: Float32Array,
  sampleRate: number,
  { sounding, voice, functionWords }: Evidence,
  maximumSeconds: number,
): Recognised {
  const recognised: Recognised = { text: '', words: [], segments: [] }
  for (const { start_s, end_s } of cutAtPauses(samples.length / sampleRate, sounding, maximumSeconds, voice)) {
    const stream = recognizer.createStream()
    const stretch = samples.slice(Math.round(start_s * sampleRate), Math.round(end_s * sampleRate))
    stream.acceptWaveform({ sampleRate, samples: stretch })
    recognizer.decode(stream)
    const { text, tokens, timestamps, ys_log_probs = [] } = recognizer.getResult(stream)
    if (text.trim() === '') continue
    const within = (spans: readonly Span[]) =>
      spans.map((span) => ({ start_s: span.start_s - start_s, end_s: span.end_s - start_s }))
    const words = markDoubts(
      wordsFromTokens({ text, tokens, timestamps, logProbabilities: ys_log_probs }, within(sounding)),
      within(cutTo({ start_s, end_s }, voice)),
      functionWords,
    )
    const shift = (time: number | null) => (time === null ? null : time + start_s)
    recognised.words.push(...words.map((word) => ({ ...word, start: shift(word.start), end: shift(word.end) })))
    const heard = heardText(text, words)
    if (heard !== '') recognised.segments.push({ start: start_s, end: end_s, text: heard })
  }
  recognised.text = recognised.segments.map((segment) => segment.text).join(' ')
  return recognised
}
