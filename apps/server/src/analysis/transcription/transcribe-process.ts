import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { FlacError, measure, readFlac, readWav, trustedVoice, WavError } from '@fonema/speech'
import type { Decoded } from '../limited-child.ts'
import { recogniseByHttp } from './http.ts'
import { madeWith } from './made-with.ts'
import type { Model } from './model.ts'
import { loadSherpa } from './sherpa.ts'
import {
  type Evidence,
  TranscriberError,
  type TranscriptionOutcome,
  type TranscriptionRequest,
} from './transcription.ts'
import { loadVoiceFinder } from './voice-activity.ts'

// The program of a child process. It transcribes one recording and ends, so native code can harm only this process.

// Set before the recogniser starts threads, which inherit the priority.
setPriority(constants.priority.PRIORITY_LOW)

process.on('message', async (request: TranscriptionRequest) => {
  const outcome = await transcribe(request)
  process.send?.(outcome, () => process.disconnect())
})

async function transcribe(request: TranscriptionRequest): Promise<TranscriptionOutcome> {
  const { engine, language, window } = request
  const bytes = await readFile(request.file)
  if (createHash('sha256').update(bytes).digest('hex') !== request.sha256)
    return { status: 'failed', error: 'audio_changed' }
  try {
    const { samples, sampleRateHz } = bytes.toString('latin1', 0, 4) === 'fLaC' ? readFlac(bytes) : readWav(bytes)
    process.send?.({ decodedSeconds: samples.length / sampleRateHz } satisfies Decoded)
    const windowed = samples.subarray(Math.round(window.start * sampleRateHz), Math.round(window.end * sampleRateHz))
    if (windowed.length === 0) return { status: 'failed', error: 'too_short' }
    const { timing } = measure(windowed, sampleRateHz, ['timing'])
    const sounding = timing?.data?.sounding ?? []
    const { speech_span_s = null, phonation_time_s = null } = { ...timing?.scores }
    const speech = { span_s: speech_span_s, phonation_s: phonation_time_s }
    if (engine === null) return { status: 'ready', speech, recognised: null }
    const recognise =
      engine.kind === 'http'
        ? (evidence: Evidence) => recogniseByHttp(engine, language, windowed, sampleRateHz, evidence)
        : await localRecogniser(engine.model, language, windowed, sampleRateHz)
    process.send?.('loaded')
    const { own, others } = request.functionWords
    const functionWords = { own: new Set(own), others: others.map((words) => new Set(words)) }
    // Without the network, all that sounds may be a voice.
    const findVoice = await loadVoiceFinder()
    const voice = findVoice === undefined ? sounding : trustedVoice(findVoice(windowed, sampleRateHz), sounding)
    return {
      status: 'ready',
      speech,
      recognised: await recognise({ sounding, voice, functionWords }),
      made_with: await madeWith(engine, language, findVoice !== undefined),
    }
  } catch (error) {
    if (error instanceof TranscriberError) return { status: 'failed', error: error.code }
    if (error instanceof WavError || error instanceof FlacError) return { status: 'failed', error: 'decode_failed' }
    throw error
  }
}

async function localRecogniser(model: Model, language: string, samples: Float32Array, sampleRateHz: number) {
  const recognise = await loadSherpa(model, language)
  return (evidence: Evidence) => recognise(samples, sampleRateHz, evidence)
}
