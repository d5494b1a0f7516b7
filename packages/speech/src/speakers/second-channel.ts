import { quantile } from '../statistics.ts'
import { type ChannelLevels, clearDb, measureChannels, roomDb, speakersOf } from './by-channels.ts'
import { createChannelComparison } from './channel-comparison.ts'
import type { SpeakerSegment } from './segments.ts'

/**
 * What the examiner's channel says. `silent`: its microphone is off or not connected. `same`: it hears what the
 * participant's hears, as with one microphone on both channels. Neither says who speaks.
 */
export const secondChannels = ['heard', 'not_heard', 'silent', 'same'] as const
export type SecondChannel = (typeof secondChannels)[number]

/** The channels are told apart by level: within this difference, no place is nearer to one person. */
const leastDifferenceDb = 3
/** Of the frames in which somebody speaks, so many must differ less. */
const sameShare = 0.9
/** A shorter sound than this in all is no turn of an examiner. */
const leastSpeechS = 0.2

/** Who speaks when by the examiner's channel, and whether that channel can say it. */
export function readSecondChannel(
  participant: Float32Array,
  examiner: Float32Array,
  sampleRateHz: number,
): { channel: SecondChannel; segments: SpeakerSegment[] } {
  const comparison = createChannelComparison()
  comparison.push(participant, examiner)
  const useless = comparison.result()
  if (useless !== null) return { channel: useless, segments: [] }
  const levels = measureChannels(participant, examiner, sampleRateHz)
  if (levels === null) return { channel: 'not_heard', segments: [] }
  if (hearTheSame(levels)) return { channel: 'same', segments: [] }
  const segments = speakersOf(levels, participant.length / sampleRateHz)
  const spoken = segments.reduce(
    (sum, { speaker, start_s, end_s }) => (speaker === 'participant' ? sum : sum + end_s - start_s),
    0,
  )
  return { channel: spoken < leastSpeechS ? 'not_heard' : 'heard', segments }
}

/** Whether both channels are about equally loud whenever somebody speaks, as in the two halves of one microphone. */
function hearTheSame({ participant, examiner }: ChannelLevels): boolean {
  const [ownRoom, otherRoom] = [roomDb(participant), roomDb(examiner)]
  const differences: number[] = []
  participant.db.forEach((db, frame) => {
    const other = examiner.db[frame]!
    if (db > ownRoom + clearDb || other > otherRoom + clearDb) differences.push(Math.abs(db - other))
  })
  const usual = quantile(Float64Array.from(differences).sort(), sameShare)
  return usual !== null && usual < leastDifferenceDb
}
