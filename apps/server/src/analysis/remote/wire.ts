import { featureErrors, PitchSearch, Quality, Speakers } from '@fonema/contract'
import { functionVersions, missingReasons, secondChannels } from '@fonema/speech'
import { z } from 'zod'
import type { FunctionOutcome, Measurement, UnfiledRequest } from '../measurement.ts'

// What a server and a worker on another machine say to each other.

export const addresses = {
  lease: '/workers/lease',
  extend: '/workers/extend',
  verdict: '/workers/verdict',
  result: '/workers/result',
  giveBack: '/workers/give_back',
} as const

/** The code of an answer when another worker has the job meanwhile, or the link of a lease was altered. */
export const leaseGone = 'lease_gone'
/** The code of an answer when server and worker measure differently. */
export const otherRelease = 'other_release'

const Scores = z.record(z.string(), z.number())
const Reasons = z.record(z.string(), z.enum(missingReasons))
const Outcome = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('failed'), error: z.enum(featureErrors) }),
  z.strictObject({
    status: z.literal('ready'),
    scores: Scores,
    missing: Reasons,
    data: z.strictObject({
      pitch_search: PitchSearch.optional(),
      functionals: z.strictObject({ scores: Scores, missing: Reasons }).optional(),
      speakers: Speakers.optional(),
    }),
  }),
]) satisfies z.ZodType<FunctionOutcome>

const functions = Object.keys(functionVersions) as (keyof typeof functionVersions)[]

const held = { lease: z.string().max(4_000) }
export const LeaseCall = z.strictObject({ versions: z.record(z.string(), z.int()) })
export const ExtendCall = z.strictObject(held)
export const VerdictCall = z.strictObject({ ...held, quality: Quality })
export const ResultCall = z.strictObject({
  ...held,
  measurement: z.strictObject({
    outcomes: z.partialRecord(z.enum(functions), Outcome),
    quality: Quality.nullable(),
    second_channel: z.enum(secondChannels).optional(),
  }) satisfies z.ZodType<Measurement>,
})
export const GiveBackCall = z.strictObject({ ...held, reason: z.string().max(500) })

/** A recording behind a link that is valid for five minutes. */
const linked = { url: z.string(), sha256: z.string(), window: z.object({ start: z.number(), end: z.number() }) }
export const Lease = z.object({
  ...held,
  /** How often the worker says that it is alive. Silent for 30 s, it loses the job. */
  extend_seconds: z.number(),
  audio: z.string(),
  references: z.array(z.object(linked)),
  examiner: z.object(linked).nullable(),
  request: z.custom<UnfiledRequest>((value) => typeof value === 'object' && value !== null),
})
export type Lease = z.infer<typeof Lease>
