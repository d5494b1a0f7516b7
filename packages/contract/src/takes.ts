import { z } from 'zod'
import { Id, jsonPart, Timestamp } from './fields.ts'
import { ofResults } from './guarded.ts'

export const verdictReasons = [
  'clipped',
  'too_quiet',
  'noisy',
  'no_speech',
  'cut_start',
  'cut_end',
  'gap',
  'low_sample_rate',
  'longer_than_allowed',
  'processed_by_browser',
  'no_steady_voice',
  'offset',
  'other_voice',
] as const

export const Quality = z.object({
  snr_db: z.number().nullable(),
  clipped_ratio: z.number(),
  peak_dbfs: z.number().nullable(),
  rms_dbfs: z.number().nullable(),
  sample_rate: z.number(),
  verdict: z.enum(['good', 'fair', 'poor']),
  reasons: z.array(z.enum(verdictReasons)),
  /**
   * Where a voice beside the participant's is heard, in seconds from the start of the window. Absent: none was heard, or
   * the task has running speech.
   */
  other_voice: z.array(z.object({ start_s: z.number(), end_s: z.number() })).optional(),
})
export type Quality = z.infer<typeof Quality>

/**
 * Seconds from the start of the file. A `pause` is the time before a take that continues an interrupted one: nothing of
 * the take itself is missing.
 */
export const Gap = z.strictObject({
  at: z.number().min(0),
  length: z.number().min(0),
  pause: z.literal(true, 'invalid').optional(),
})
/** From click to stop, in seconds from the start of the file. Only this part is played and measured. */
export const Window = z.strictObject({ start: z.number().min(0), end: z.number().min(0) })
/**
 * What proves that a take lacks nothing besides its gaps. `verified`: the browser read the microphone twice, and both
 * were compared sample by sample. `by_clock`: only the clock was compared; pieces that the browser dropped while it went
 * on counting may be missing. `unverified`: neither could be.
 */
export const completenesses = ['verified', 'by_clock', 'unverified'] as const
export const Completeness = z.enum(completenesses)
export type Completeness = z.infer<typeof Completeness>

/** What the browser reported about the microphone and itself; stored as sent. */
export const CaptureSettings = z.record(
  z.string().max(64, 'too_long'),
  z.union([z.string().max(512, 'too_long'), z.number(), z.boolean(), z.null()]),
)
/** Null where the browser did not say it: an earlier version, or a page that crashed. */
export const completenessOf = (settings: z.infer<typeof CaptureSettings>): Completeness | null =>
  Completeness.safeParse(settings.completeness).data ?? null
export const Capture = z.object({ settings: CaptureSettings, gaps: z.array(Gap), window: Window })
export type Capture = z.infer<typeof Capture>

/**
 * What the examiner's channel of a take says. `unread`: it is not measured yet. `unused`: the task has no running speech.
 * `heard`: it tells who speaks when. `not_heard`: the examiner says nothing. `silent`: its microphone was off. `same`: it
 * hears what the participant's microphone hears. Only `heard` changes what is measured.
 */
export const examinerChannels = ['unread', 'unused', 'heard', 'not_heard', 'silent', 'same'] as const
export const ExaminerChannel = z.enum(examinerChannels)
export type ExaminerChannel = z.infer<typeof ExaminerChannel>

/**
 * The state of a take. `late`: it arrived when the session was closed. `interrupted`: it ended by the loss of the
 * microphone or the page. Neither counts until the examiner chooses it. `superseded`: another take counts.
 */
export const takeStatuses = ['counting', 'superseded', 'interrupted', 'late'] as const

export const Take = z.object({
  take: z.int(),
  /** As the browser sent it. It is shown, and decides nothing. */
  recorded_at: Timestamp,
  /** By the server's clock. */
  stored_at: Timestamp,
  /** `recorded_at` is before the session or after the arrival: the browser's clock was wrong. */
  date_doubtful: z.boolean(),
  status: z.enum(takeStatuses),
  /** Seconds of the marked window. */
  duration: z.number(),
  window: Window,
  gaps: z.array(Gap),
  /** As the browser said; null: it did not (an earlier version, or the page crashed). */
  completeness: Completeness.nullable(),
  quality: ofResults(Quality.nullable(), null),
  /** Ended by the loss of the microphone or the page: it counts only if the examiner chooses it. */
  interrupted: z.boolean(),
  /** Arrived more than 24 hours after the session's completion. */
  late: z.boolean(),
  /** The interrupted take that this one continues. */
  continues: z.int().nullable(),
  superseded: z.boolean(),
  /** How many people speak, as an examiner said or as two microphones say; absent: the participant alone. */
  people: z.int().optional(),
  /** Absent: the take has no channel of the examiner. */
  examiner_channel: ExaminerChannel.optional(),
  /** The newest version of who speaks when that a person made; absent: nobody corrected it. */
  speaker_track: z.int().optional(),
})
export type Take = z.infer<typeof Take>

const takeNumber = z.coerce.number('invalid').int('invalid').min(1, 'out_of_range').max(1000, 'out_of_range')

/** The lower-case hash of a file that is sent with it. */
const FileHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'invalid')
  .optional()

/**
 * The text fields beside the file `speech`. Without `take`, it is take 1. A take with `settings.interrupted` is stored
 * whatever its length and does not count; the take that continues it names it in `continues`.
 */
export const SpeechFields = z.strictObject({
  take: takeNumber.default(1),
  continues: takeNumber.optional(),
  /** The page that recorded it, as in its lease: two pages may use the same number. */
  holder: Id.optional(),
  sha256: FileHash,
  /**
   * Of the optional file `examiner`: what a second microphone heard, nearer to the examiner, with as many samples from the
   * same first one.
   */
  examiner_sha256: FileHash,
  settings: jsonPart(CaptureSettings).optional(),
  gaps: jsonPart(z.array(Gap).max(10_000)).optional(),
  /** When the recording began, by the browser's clock; stored as sent. The server's clock decides what is late. */
  recorded_at: z.iso.datetime('invalid').optional(),
  window: jsonPart(Window.refine(({ start, end }) => end >= start)).optional(),
})
export type SpeechFields = z.output<typeof SpeechFields>

/**
 * With `holder`, `take` is the number that this page assigned. Without it, `take` is the number that the session shows.
 */
export const ChosenTake = z.strictObject({
  take: z.int('invalid').min(1, 'out_of_range'),
  holder: Id.optional(),
  /** Why another take counts. Required once the session is complete, because results and reports may rest on the old one. */
  reason: z.string('invalid').trim().min(1, 'required').max(500, 'too_long').optional(),
})
export type ChosenTake = z.infer<typeof ChosenTake>
