import { z } from 'zod'
import { Timestamp } from './fields.ts'
import { UserId } from './ids.ts'
import { shortestSegment, wordSpeakers } from './word-marks.ts'

const SpeakerSegment = z.object({ start_s: z.number(), end_s: z.number(), speaker: z.enum(wordSpeakers) })
export type SpeakerSegment = z.infer<typeof SpeakerSegment>

/** Who speaks when in a take, in seconds from the start of the marked window. */
export const Speakers = z.object({
  /** How many people an examiner said, or two microphones heard; it is never guessed. */
  people: z.int(),
  /** The version of the method. */
  version: z.int(),
  segments: z.array(SpeakerSegment),
  /** The share of the speaking time that is not the participant's, %; null: nobody speaks. */
  others_share_pct: z.number().nullable(),
  /** The version that a person corrected; absent: the segments were computed. */
  track: z.int().optional(),
  /** How the segments were computed; absent: by voice, or not at all. */
  method: z.literal('two_microphones').optional(),
})
export type Speakers = z.infer<typeof Speakers>

/** How many people speak in the take that counts: more than two are told apart too badly to measure one of them. */
export const People = z.strictObject({ people: z.int('invalid').min(1, 'out_of_range').max(2, 'out_of_range') })
export type People = z.infer<typeof People>

/** A version of who speaks when, as a person corrected it. */
export const SpeakerTrackVersion = z.object({
  version: z.int(),
  /** Null: the computed segments count again. */
  segments: z.array(SpeakerSegment).nullable(),
  author: z.object({ id: UserId, first_name: z.string(), last_name: z.string() }),
  created_at: Timestamp,
})
export type SpeakerTrackVersion = z.infer<typeof SpeakerTrackVersion>

const mostSegments = 5000

const Moment = z.number('invalid').min(0, 'out_of_range')
const NewSegment = z.strictObject({ start_s: Moment, end_s: Moment, speaker: z.enum(wordSpeakers, 'invalid') })
/** Times are sums of steps: equal but for rounding. */
const rounding = 1e-6

export const NewSpeakerTrack = z.strictObject({
  segments: z
    .array(NewSegment)
    .max(mostSegments, 'too_long')
    .refine((segments) => segments.every((each) => each.end_s - each.start_s >= shortestSegment - rounding), 'invalid')
    .refine(
      (segments) => segments.every((each, i) => i === 0 || segments[i - 1]!.end_s <= each.start_s + rounding),
      'invalid',
    )
    .nullable(),
  /** The newest version that the user saw; 0: none. */
  based_on: z.int('invalid').min(0, 'invalid'),
})
export type NewSpeakerTrack = z.infer<typeof NewSpeakerTrack>
