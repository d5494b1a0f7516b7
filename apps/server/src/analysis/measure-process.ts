import { AudioError } from '@fonema/audio'
import type { Quality } from '@fonema/contract'
import {
  type FunctionName,
  findOtherVoice,
  judgeRecording,
  type MeasuredFunctions,
  type MeasuringOptions,
  measure,
  type OtherVoice,
  type ProsodyData,
  type Recording,
  type SpectrumData,
} from '@fonema/speech'
import type { Decoded } from './limited-child.ts'
import {
  type FunctionOutcome,
  failed,
  type MeasureMessage,
  type Measurement,
  type MeasurementRequest,
  type OutcomeData,
} from './measurement.ts'
import { ChangedAudio, errorOf, readPart } from './read-part.ts'
import { measureParticipant } from './speakers/measure-participant.ts'
import { readChannel, type SecondChannelFound } from './speakers/second-channel.ts'

// The program of a child process. It measures one recording and ends, so a hostile file can harm only this process.

process.on('message', async (request: MeasurementRequest) => {
  sendMessage({ kind: 'measured', measurement: await measureFile(request) }, () => process.disconnect())
})

const sendMessage = (message: MeasureMessage | Decoded, whenSent: () => void = () => {}) =>
  process.send?.(message, whenSent)

async function measureFile(request: MeasurementRequest): Promise<Measurement> {
  try {
    const { samples: windowed, before, sampleRateHz, decodedS } = await readPart(request)
    sendMessage({ decodedSeconds: decodedS })
    if (windowed.length === 0) return failed(request.functions, 'too_short')
    const otherVoice = findOtherVoice(windowed, sampleRateHz, request.category)
    const facts = { sampleRateHz, durationS: windowed.length / sampleRateHz, otherVoice }
    const judge = (soFar: MeasuredFunctions) => qualityOf(soFar, request, facts)
    const outside = before.length === 0 ? [] : [before]
    const channel = await readChannel(request, { samples: windowed, sampleRateHz })
    const second = channel === null ? {} : { second_channel: channel.channel }
    const isAlone = request.people === 1 || (request.isUndecided && channel !== null && channel.channel !== 'heard')
    if (!isAlone) {
      const whole = { samples: windowed, sampleRateHz, channel }
      return { ...(await measureAmongOthers(request, whole, { speaker: request.speaker, outside }, judge)), ...second }
    }
    // Send the verdict before the slower measures: the participant is still in the room.
    const functions = new Set<FunctionName>(['recording_quality', ...request.functions])
    const measured = measure(windowed, sampleRateHz, [...functions], {
      speaker: request.speaker,
      outside,
      onMeasured(name, soFar) {
        if (name === 'recording_quality') sendMessage({ kind: 'judged', quality: judge(soFar) })
      },
    })
    return {
      outcomes: Object.fromEntries(request.functions.map((name) => [name, outcomeOf(measured[name])])),
      quality: judge(measured),
      ...second,
    }
  } catch (error) {
    if (error instanceof ChangedAudio) return failed(request.functions, 'audio_changed')
    if (error instanceof AudioError) return failed(request.functions, errorOf[error.code])
    throw error
  }
}

/** The verdict is of the whole recording; everything else is the participant's alone. */
async function measureAmongOthers(
  request: MeasurementRequest,
  whole: Recording & { channel: SecondChannelFound | null },
  options: MeasuringOptions,
  judge: (measured: MeasuredFunctions) => Quality | null,
): Promise<Measurement> {
  const recorded = measure(whole.samples, whole.sampleRateHz, ['recording_quality'], options)
  const quality = judge(recorded)
  sendMessage({ kind: 'judged', quality })
  const ofParticipant = request.functions.filter((name) => name !== 'recording_quality')
  const found = await measureParticipant(whole, request, ofParticipant, options)
  const outcomes = request.functions.map((name): [FunctionName, FunctionOutcome] => {
    if (name === 'recording_quality') return [name, outcomeOf(recorded[name])]
    if ('error' in found) return [name, { status: 'failed', error: found.error }]
    const outcome = outcomeOf(found.measured[name])
    const data = outcome.status === 'ready' && name === 'timing' ? found.data : {}
    return [name, outcome.status === 'ready' ? { ...outcome, data: { ...outcome.data, ...data } } : outcome]
  })
  return { outcomes: Object.fromEntries(outcomes), quality }
}

function outcomeOf(measured: MeasuredFunctions[FunctionName]): FunctionOutcome {
  if (measured === undefined) return { status: 'failed', error: 'not_measured' }
  if (measured.error !== undefined) return { status: 'failed', error: measured.error }
  return { status: 'ready', scores: { ...measured.scores }, missing: { ...measured.missing }, data: dataOf(measured) }
}

/** Of the data beside its scores, only the pitch search and the functionals are stored. */
function dataOf({ data }: NonNullable<MeasuredFunctions[FunctionName]>): OutcomeData {
  const { pitch_search, functionals } = (data ?? {}) as Partial<ProsodyData & SpectrumData>
  return { ...(pitch_search && { pitch_search }), ...(functionals && { functionals }) }
}

function qualityOf(
  { recording_quality }: MeasuredFunctions,
  { settings, gaps, window, longestSeconds, category }: MeasurementRequest,
  heard: { sampleRateHz: number; durationS: number; otherVoice: OtherVoice | null },
): Quality | null {
  if (recording_quality === undefined) return null
  const { scores } = recording_quality
  const { verdict, reasons } = judgeRecording(recording_quality, {
    sampleRateHz: heard.sampleRateHz,
    durationS: heard.durationS,
    otherVoiceS: heard.otherVoice?.seconds ?? null,
    category,
    ...(longestSeconds !== null && { longestS: longestSeconds }),
    gaps: gaps.map(({ at, length }) => ({ atS: at - window.start, lengthS: length })),
    settings: {
      echoCancellation: Boolean(settings.echo_cancellation),
      noiseSuppression: settings.noise_suppression === true,
      autoGainControl: settings.auto_gain_control === true,
    },
  })
  return {
    snr_db: scores.snr_db ?? null,
    clipped_ratio: scores.clipped_ratio ?? 0,
    peak_dbfs: scores.peak_dbfs ?? null,
    rms_dbfs: scores.rms_dbfs ?? null,
    sample_rate: heard.sampleRateHz,
    verdict,
    reasons,
    ...(reasons.includes('other_voice') && { other_voice: [...(heard.otherVoice?.spans ?? [])] }),
  }
}
