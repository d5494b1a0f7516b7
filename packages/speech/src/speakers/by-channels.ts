import { createBandPass } from '../band-pass.ts'
import { type IntensityContour, measureIntensity, silenceDb } from '../intensity.ts'
import { withWorkspaces } from '../kernels.ts'
import { quantile } from '../statistics.ts'
import { inOrder, type SpeakerSegment } from './segments.ts'
import { spansOfLevels } from './spans-of-levels.ts'

const intensityFloorHz = 100
const intensityStepS = 0.008
const referencePower = 4e-10
/** The room is quieter than this share of the frames, and speech is louder than the room by this many dB. */
const roomShare = 0.02
const aboveRoomDb = 6
/** A frame tells about cross-talk when the louder channel is this much above its room. */
export const clearDb = 15
/** Cross-talk varies with the sound and arrives later: so many times its usual power is taken off. */
const safety = 2

/**
 * Who speaks when, by two microphones: each is nearer to its person. The power that leaks into the other channel is
 * estimated from the frames in which one channel is clearly louder, and taken off.
 *
 * @param participant the participant's channel
 * @param examiner the examiner's, sample by sample at the same times
 */
export function findSpeakersByChannels(
  participant: Float32Array,
  examiner: Float32Array,
  sampleRateHz: number,
): SpeakerSegment[] {
  const levels = measureChannels(participant, examiner, sampleRateHz)
  return levels === null ? [] : speakersOf(levels, participant.length / sampleRateHz)
}

export type ChannelLevels = { readonly participant: IntensityContour; readonly examiner: IntensityContour }

/** The level of both channels at the same times; null: they are too short. */
export function measureChannels(
  participant: Float32Array,
  examiner: Float32Array,
  sampleRateHz: number,
): ChannelLevels | null {
  const [first, second] = [participant, examiner].map((samples) =>
    withWorkspaces(() =>
      measureIntensity(
        samples,
        sampleRateHz,
        intensityFloorHz,
        intensityStepS,
        createBandPass(samples, sampleRateHz, 80, 8000, 80),
      ),
    ),
  )
  return first == null || second == null ? null : { participant: first, examiner: second }
}

export function speakersOf({ participant, examiner }: ChannelLevels, durationS: number): SpeakerSegment[] {
  const segments = [
    { speaker: 'participant' as const, own: participant, other: examiner },
    { speaker: 'examiner' as const, own: examiner, other: participant },
  ].flatMap(({ speaker, own, other }) => {
    const leak = leakInto(own, other)
    const db = own.db.map((level, frame) => {
      const power = powerOf(level) - safety * leak * powerOf(other.db[frame]!)
      return power > 0 ? Math.max(silenceDb, 10 * Math.log10(power / referencePower)) : silenceDb
    })
    return spansOfLevels(own, db, durationS, roomDb(own) + aboveRoomDb).map((span) => ({ ...span, speaker }))
  })
  return inOrder(segments)
}

const powerOf = (db: number) => referencePower * 10 ** (db / 10)
export const roomDb = ({ db }: IntensityContour) => quantile(db.slice().sort(), roomShare) ?? silenceDb

/** The share of the other person's power that this channel hears: the median where the other channel is the louder one. */
function leakInto(own: IntensityContour, other: IntensityContour): number {
  const limitDb = roomDb(other) + clearDb
  const ratios: number[] = []
  other.db.forEach((db, frame) => {
    const difference = own.db[frame]! - db
    if (db > limitDb && difference < 0) ratios.push(difference)
  })
  const usual = quantile(Float64Array.from(ratios).sort(), 0.5)
  return usual === null ? 0 : 10 ** (usual / 10)
}
