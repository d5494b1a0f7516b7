import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'
import { ItemId, PopulationId, ProtocolId, SessionId } from './ids.ts'
import { Direction, scoreHeadings } from './protocols.ts'

/**
 * How far the search for the pitch could go, of a value that depends on it, and whether the voice reached an end of the
 * usual range. Only then do values from different ranges differ.
 */
export const PitchRange = z.object({ lowest_hz: z.number(), highest_hz: z.number(), is_reached: z.boolean() })
export type PitchRange = z.infer<typeof PitchRange>

const spread = z
  .object({
    sd: z.number(),
    /** The number of people. */
    n: z.int(),
    /** The degrees of freedom: one less than the values of each person. */
    repeats: z.int(),
  })
  .nullable()

const measurementError = z.object({
  /** From the same task done twice in one session. */
  within_session: spread,
  /** From sessions at most 31 days apart, on one device. */
  between_sessions: spread,
  /** From which of the two the error comes; null: neither has enough repeats. */
  method: z.enum(['between_sessions', 'within_session']).nullable(),
  /** The standard error of measurement. */
  sem: z.number().nullable(),
  /** 1.96 · √2 · SEM: 95 of 100 people without any change move less. */
  mdc95: z.number().nullable(),
})

const evolutionPoint = z.object({
  date: Timestamp,
  protocol_response_id: SessionId,
  /** The place within the population, 0 to 100. */
  value: z.number().nullable(),
  /** The 95 % interval of `value`; absent where the participant has more than one session. */
  interval: z.object({ low: z.number(), high: z.number() }).optional(),
  raw: z.number(),
  /** The microphone's name in the browser, if known. */
  device: z.string().nullable(),
  /** The version of the function and, for counted words, who wrote them. */
  engine: z.string(),
  range: PitchRange.nullable(),
  /** The recording was judged poor: its error is larger than that of others. */
  is_poor: z.boolean(),
  /** The recording has a fault that this measure suffers from; absent: it has none. */
  is_doubtful: z.boolean().optional(),
  /** So few words were said that this measure says nothing about the person; absent: enough. */
  has_few_words: z.boolean().optional(),
})

/** What was asked: values of another wording or language cannot be compared. */
const asked = {
  /** The same for every wording and language. */
  task: z.string(),
  wording: z.int(),
  /** The code of the language. */
  language: z.string(),
  protocol: z.object({ id: ProtocolId, name: z.string() }),
}

export const Evolution = z.object({
  series: z.array(
    z.object({
      id: z.string(),
      protocol_item_id: ItemId,
      feature_extraction_func_id: Id,
      /** The heading of the score on the result page. */
      heading: z.enum(scoreHeadings),
      score: z.string(),
      unit: z.string().nullable(),
      decimals: z.int(),
      direction: Direction,
      /** Added to `raw` for display, as in FeatureDisplay. */
      offset: z.number(),
      /** null: there is no population to compare with, and `value` is null too. */
      population_id: PopulationId.nullable(),
      points: z.array(evolutionPoint),
    }),
  ),
  /** The items of the series, even when the protocol is no longer assigned to the examiner. */
  items: z.array(z.object({ id: ItemId, title: z.string(), order: z.int(), ...asked })),
  functions: z.array(z.object({ id: Id, name: z.string(), entry: z.string() })),
  /** The valid indices of whole sessions, by protocol. No population has them. */
  indices: z.array(
    z.object({
      /** The score that is followed: the index itself, or one of the measures of the vowel space. */
      name: z.enum(['avqi', 'vowel_space', 'fcr']),
      /** The published version. */
      version: z.string().nullable(),
      ...asked,
      /** null: no other session of the participant has this index. */
      error: measurementError.nullable(),
      points: z.array(evolutionPoint),
    }),
  ),
  /** Sessions with a measure that is still to come, so that points may be missing. */
  measuring: z.array(SessionId),
})
export type Evolution = z.infer<typeof Evolution>

/** How far the scores of an item move although nothing changed, from the organisation's own recordings. */
export const MeasurementErrors = z.object({
  protocol_item_id: ItemId,
  /** What `method` needs, in people and in repeats. */
  needs: z.object({ n: z.int(), repeats: z.int() }),
  scores: z.record(z.string(), measurementError),
})
export type MeasurementErrors = z.infer<typeof MeasurementErrors>

export const EvolutionErrors = MeasurementErrors.extend({
  /** By score, population and session: the places within the population of the value less and plus `mdc95`. */
  bands: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.tuple([z.number(), z.number()])))),
})
export type EvolutionErrors = z.infer<typeof EvolutionErrors>
