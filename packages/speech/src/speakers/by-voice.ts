import { createBandPass } from '../band-pass.ts'
import { measureIntensity, silenceDb } from '../intensity.ts'
import { withWorkspaces } from '../kernels.ts'
import { quantile } from '../statistics.ts'
import { assignVoices } from './assign-voices.ts'
import { mfccRateHz } from './mfcc.ts'
import { inOrder, type SpeakerName, type SpeakerSegment } from './segments.ts'
import { spansOfLevels } from './spans-of-levels.ts'
import { atVoiceRate, findVoiceFrames } from './voice-frames.ts'

export type Recording = { readonly samples: Float32Array; readonly sampleRateHz: number }

/** Why it cannot be said who speaks. */
export type NoSpeakers = 'no_reference' | 'no_voice'

/** The room is quieter than this share of the frames, and speech is louder than the room by this many dB. */
const roomShare = 0.02
const aboveRoomDb = 6
const intensityFloorHz = 100
const intensityStepS = 0.008
/** Less voice than this, in frames of 10 ms, does not describe a person. */
const leastReference = 100

/**
 * Who speaks when, by voice: each voiced stretch is compared with recordings of the participant alone. Nobody speaks at
 * the same time as another. The other people have no reference: the one who speaks most is the examiner.
 *
 * @param references recordings in which only the participant speaks, by the same microphone
 * @param people how many speak, 1 to 3; it is never guessed
 */
export function findSpeakersByVoice(
  { samples, sampleRateHz }: Recording,
  references: readonly Recording[],
  people: 1 | 2 | 3,
): SpeakerSegment[] | NoSpeakers {
  const voice = atVoiceRate(samples, sampleRateHz)
  const durationS = samples.length / sampleRateHz
  const contour = withWorkspaces(() =>
    measureIntensity(
      voice,
      mfccRateHz,
      intensityFloorHz,
      intensityStepS,
      createBandPass(voice, mfccRateHz, 80, Infinity, 80),
    ),
  )
  if (contour === null) return 'no_voice'
  const leastDb = (quantile(contour.db.slice().sort(), roomShare) ?? silenceDb) + aboveRoomDb
  if (people === 1) {
    return spansOfLevels(contour, contour.db, durationS, silenceDb).map((span) => ({ ...span, speaker: 'participant' }))
  }
  const frames = findVoiceFrames(voice)
  if (frames.timesS.length === 0) return 'no_voice'
  const known = references.map((reference) => findVoiceFrames(atVoiceRate(reference.samples, reference.sampleRateHz)))
  if (known.reduce((sum, { timesS }) => sum + timesS.length, 0) < leastReference) return 'no_reference'
  const voices = assignVoices(frames, known, people)
  const owners = ownersOf(contour, frames.timesS, voices)
  const spoken = Array.from({ length: people - 1 }, (_, i) => voices.filter((voice) => voice === i + 1).length)
  const most = Math.max(...spoken)
  const names: SpeakerName[] = ['participant', ...spoken.map((frames) => (frames === most ? 'examiner' : 'other'))]
  const segments = names.flatMap((speaker, person) => {
    const own = contour.db.map((db, frame) => (owners[frame] === person ? db : silenceDb))
    return spansOfLevels(contour, own, durationS, leastDb).map((span) => ({ ...span, speaker }))
  })
  return inOrder(segments)
}

/**
 * The voice to which each frame of the intensity belongs: that of the voiced frames around it. Between two voices, the
 * quietest point is the border.
 */
function ownersOf(
  { count, firstS, stepS, db }: { count: number; firstS: number; stepS: number; db: Float64Array },
  timesS: Float64Array,
  voices: Uint8Array,
): Uint8Array {
  const owners = new Uint8Array(count)
  const frameAt = (timeS: number) => Math.min(count, Math.max(0, Math.round((timeS - firstS) / stepS)))
  let from = 0
  for (let i = 0; i < voices.length; i++) {
    const next = i + 1
    if (next < voices.length && voices[next] === voices[i]) continue
    let border = count
    if (next < voices.length) {
      const [first, last] = [frameAt(timesS[i]!), frameAt(timesS[next]!)]
      border = first
      for (let frame = first; frame <= Math.min(last, count - 1); frame++) if (db[frame]! < db[border]!) border = frame
    }
    owners.fill(voices[i]!, from, border)
    from = border
  }
  return owners
}
