import { z } from 'zod'
import { ContentUnitResult } from './content-units.ts'
import { Id } from './fields.ts'
import { FluencyWord } from './fluency.ts'
import { ReadingWords } from './reading.ts'
import { Speakers } from './speakers.ts'
import { TranscriptWord, transcriptEngines } from './transcripts.ts'

/** Why a function has no result. */
export const featureErrors = [
  'audio_missing',
  'audio_changed',
  'decode_failed',
  'ffmpeg_missing',
  'too_short',
  'too_long',
  'no_speech',
  'no_voice',
  'not_measured',
  'no_units',
  'time_limit',
  'memory_limit',
  'crashed',
  'transcriber_unavailable',
  'transcriber_failed',
  'transcriber_refused',
  'words_not_confirmed',
  'speakers_unknown',
  'others_only',
] as const
export type FeatureError = (typeof featureErrors)[number]

/** Why a population that has values of a score is not used for a participant. */
export const uncomparedReasons = [
  // The participant is a child, and the population has no children.
  'no_children',
  // It has nobody as young or as old.
  'beyond_ages',
  // The oldest group of a published table has no upper age, and the participant is above 89.
  'no_upper_age',
  // Fewer than ten people of the same sex near that age.
  'small_group',
  // A published table gives its values by age, and the participant's is unknown.
  'unknown_age',
  // All have the same value.
  'all_equal',
] as const
export type Uncompared = (typeof uncomparedReasons)[number]

const distribution = z.object({ x: z.array(z.number()), y: z.array(z.number()) })

const made = {
  feature_extraction_func: z.object({ id: Id, name: z.string(), entry: z.string() }),
  /** Present when this older version of the function made the result, because the newer one has not run yet. */
  outdated_version: z.int().optional(),
}

/** By sex and age: under 13, under 18, adults; `unknown` without an age, or an adult without a sex. */
export const speakerGroups = ['child', 'adolescent', 'man', 'woman', 'unknown'] as const

export const PitchSearch = z.object({
  group: z.enum(speakerGroups),
  /** The range that was searched in the end. The usual one is 75 to 600 Hz. */
  floor_hz: z.number(),
  ceiling_hz: z.number(),
  /** How far the search could go for the group if the voice reached an end of the usual range. */
  lowest_hz: z.number(),
  highest_hz: z.number(),
  /** The voice came so near to this end of the search that there may be more beyond it. */
  edge: z.enum(['floor', 'ceiling', 'both']).nullable(),
})
export type PitchSearch = z.infer<typeof PitchSearch>

const nothing = z.record(z.string(), z.never())
/** Without a measurement, every field of the measures is empty. */
const unmeasured = {
  scores: nothing,
  missing: nothing,
  data: nothing,
  feature_population_distribution: z.null(),
  semaphore: nothing,
  percentiles: nothing,
  intervals: nothing,
  compared: nothing,
  uncompared: nothing,
}

export const PendingResult = z.object({ ...made, status: z.literal('pending'), error: z.null(), ...unmeasured })

export const FailedResult = z.object({
  ...made,
  status: z.literal('failed'),
  /** One of `featureErrors`; a result of another release may have its own code. */
  error: z.string(),
  ...unmeasured,
})

export const ReadyResult = z.object({
  ...made,
  status: z.literal('ready'),
  error: z.null(),
  scores: z.record(z.string(), z.number()),
  /** Scores without a value, with the reason. */
  missing: z.record(z.string(), z.string()),
  data: z.object({
    transcript: z.string().optional(),
    segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).optional(),
    /** Seconds from the start of the marked window; null if the time is unknown. */
    words: z.array(TranscriptWord).optional(),
    words_count: z
      .object({
        words: z.record(z.string(), z.number()),
        /** With the function words that `words` leaves out. Results of earlier releases have none. */
        all_words: z.record(z.string(), z.number()).optional(),
      })
      .optional(),
    /** The transcript version from which the result was made. */
    transcript_version: z.int().optional(),
    engine: z.enum(transcriptEngines).optional(),
    model: z.string().nullable().optional(),
    /** The checksum of the model's files, and the settings of the recogniser, where a recogniser wrote the words. */
    model_sha256: z.string().optional(),
    settings: z.record(z.string(), z.string()).optional(),
    /**
     * Whether a person confirmed the words, or the recogniser is calibrated for the speaker. Other words are not
     * counted.
     */
    confirmed: z.boolean().optional(),
    /** The words of a fluency task about which an examiner decides, or has decided. */
    asked: z.array(FluencyWord).optional(),
    /** The content units of a picture or a story, in the order of the item. */
    units: z.array(ContentUnitResult).optional(),
    /** A text that was read, beside what was said. */
    reading: ReadingWords.optional(),
    /** Some words or units are undecided, so the scores are not compared. */
    provisional: z.boolean().optional(),
    /** The size of the model's vocabulary, if it is small. */
    model_words: z.int().optional(),
    /** Who speaks when, where an examiner said that several people speak. */
    speakers: Speakers.optional(),
    /** Where the pitch was searched, chosen by sex and age on the day of the session. */
    pitch_search: PitchSearch.optional(),
  }),
  /**
   * The populations' curves by displayed score and population. Null unless the session is read by GET without
   * `distributions=false`.
   */
  feature_population_distribution: z
    .object({ data: z.record(z.string(), z.record(z.string(), distribution)) })
    .nullable(),
  /** How untypical a score is in a population, 0 to 1: by population, then by score. */
  semaphore: z.record(z.string(), z.record(z.string(), z.number())),
  /** The percentile of a score in a population, 0 to 100. */
  percentiles: z.record(z.string(), z.record(z.string(), z.number())),
  /**
   * Scores that a tenth or more of a population share: their share of the people, and the percentiles that they cover.
   * `percentiles` has the middle.
   */
  ties: z
    .record(z.string(), z.record(z.string(), z.object({ share: z.number(), from: z.number(), to: z.number() })))
    .optional(),
  /**
   * The 95 % confidence interval of a percentile, and the number of people behind it: with weights by age, how many of
   * equal weight would say as much.
   */
  intervals: z.record(z.string(), z.record(z.string(), z.object({ low: z.number(), high: z.number(), n: z.int() }))),
  /** The population version of the comparison, and whether it used only people of the same sex and near in age. */
  compared: z.record(z.string(), z.object({ version: z.int(), n: z.int(), is_matched: z.boolean() })),
  /** Why a population that has values was not used for a score: by population. */
  uncompared: z.record(z.string(), z.enum(uncomparedReasons)),
})
export type ReadyResult = z.infer<typeof ReadyResult>

export const FeatureResult = z.discriminatedUnion('status', [PendingResult, FailedResult, ReadyResult])
export type FeatureResult = z.infer<typeof FeatureResult>
