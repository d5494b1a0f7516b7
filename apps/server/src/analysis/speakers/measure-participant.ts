import type { FeatureError } from '@fonema/contract'
import {
  type FunctionName,
  findSpeakersByVoice,
  joinTurns,
  type Measured,
  type MeasuredFunctions,
  type MeasuringOptions,
  measure,
  type Recording,
  shareOfOthers,
  speakersVersion,
} from '@fonema/speech'
import type { MeasurementRequest, OutcomeData, StoredPart } from '../measurement.ts'
import { readPart } from '../read-part.ts'
import type { SecondChannelFound } from './second-channel.ts'

type Found = { measured: MeasuredFunctions; data: OutcomeData } | { error: FeatureError }

/** Times in the recording, which the participant's turns in a row do not have. */
const placesInRecording = ['speech_onset_s', 'speech_offset_s', 'duration_s']

/** Finds who speaks, and measures the participant's turns alone. */
export async function measureParticipant(
  recording: Recording & { channel: SecondChannelFound | null },
  { people, track, references }: Pick<MeasurementRequest, 'people' | 'track' | 'references'>,
  functions: readonly FunctionName[],
  options: MeasuringOptions,
): Promise<Found> {
  // Two microphones in which the examiner is not heard cannot say where the other person speaks.
  const byChannels = track === null && recording.channel?.channel === 'heard' ? recording.channel.segments : null
  const segments = track?.segments ?? byChannels ?? (await findSegments(recording, references))
  if (segments === 'no_voice') return { error: 'no_voice' }
  if (segments === 'no_reference') return { error: 'speakers_unknown' }
  const own = joinTurns(recording.samples, recording.sampleRateHz, segments)
  if (own.length === 0) return { error: 'others_only' }
  const measured = measure(own, recording.sampleRateHz, functions, options)
  const { timing, ...rest } = measured
  return {
    measured: { ...rest, ...(timing !== undefined && { timing: withoutPlaces(timing) }) },
    data: {
      speakers: {
        people,
        version: speakersVersion,
        segments: segments.map(({ start_s, end_s, speaker }) => ({ start_s, end_s, speaker })),
        others_share_pct: shareOfOthers(segments),
        ...(track !== null && { track: track.version }),
        ...(byChannels !== null && { method: 'two_microphones' as const }),
      },
    },
  }
}

async function findSegments(recording: Recording, references: readonly StoredPart[]) {
  const known: Recording[] = []
  for (const reference of references) known.push(await readPart(reference))
  return findSpeakersByVoice(recording, known, 2)
}

function withoutPlaces<Data>(measured: Measured<Data>): Measured<Data> {
  const scores = { ...measured.scores }
  const missing = { ...measured.missing }
  for (const name of placesInRecording) {
    if (scores[name] === undefined) continue
    delete scores[name]
    missing[name] = 'others_speak'
  }
  return { ...measured, scores, missing }
}
