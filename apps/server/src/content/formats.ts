import {
  CalendarDate,
  ClockTime,
  Country,
  features,
  htmlProblem,
  Id,
  instructionTags,
  Locale,
  Repeat,
} from '@fonema/contract'
import { z } from 'zod'
import type { ContentUnitsFile } from './content-units-file.ts'
import type { FluencyFile } from './fluency-file.ts'
import type { PopulationFile } from './population-file.ts'
import type { SurveyFile } from './survey-file.ts'
import type { WordsFile } from './words-file.ts'

// Formats of the files below packages/content, described in its README.md. Objects are strict: a misspelt field is an error.

const filled = z.string().trim().min(1)
const key = z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens only')
// A dot is always followed by a letter, digit, underscore or hyphen, so that ".." cannot leave the folder.
const path = z.string().regex(/^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/, 'a path of letters, digits, hyphens and slashes')
const localeCode = z.string().regex(/^[a-z]{2}-[A-Z]{2}$/, 'a locale code such as es-ES')

const html = (...allowed: string[]) =>
  filled.superRefine((value, context) => {
    const problem = htmlProblem(value, allowed)
    if (problem !== undefined) context.addIssue(problem)
  })

export const Locales = z.array(z.strictObject({ ...Locale.shape, code: localeCode, offered: z.boolean() })).min(1)
export const Countries = z
  .array(z.strictObject({ ...Country.shape, dial_code: z.string().regex(/^\+\d{1,4}$/) }))
  .min(1)
export const ItemCategories = z.array(z.strictObject({ id: Id, name: z.string().regex(/^[a-z_]+$/) })).min(1)

const ProtocolFileItem = z
  .strictObject({
    key,
    title: filled,
    category: filled,
    trigger: html(...instructionTags),
    image: path.nullable(),
    audio: path.nullable(),
    video: path.nullable(),
    min_duration: z.number().min(0),
    max_duration: z.number().positive().nullable(),
    skippable: z.boolean(),
    /** The text that is read or heard, word for word. */
    reference_text: filled.optional(),
    /** The valid answers of a fluency item: words with an initial letter, or words of a list. */
    fluency: z.union([z.strictObject({ letters: z.array(filled).min(1) }), z.strictObject({ list: key })]).optional(),
    /** The elements that a full description of the picture or retelling of the story mentions. */
    information_units: z.array(filled).min(1).optional(),
  })
  .refine((item) => item.max_duration === null || item.max_duration > item.min_duration, {
    path: ['max_duration'],
    message: 'must be above min_duration',
  })

/** From which items an index of the session is made. */
export const ProtocolIndices = z.strictObject({
  avqi: z
    .strictObject({
      /** The item with connected speech, and the one with the sustained vowel. */
      speech: key,
      vowel: key,
      /** How many syllables the speech has when it is said as asked. */
      syllables: z.int().min(1),
    })
    .optional(),
  /** The items with the held vowels. */
  vowel_space: z.strictObject({ a: key, i: key, u: key }).optional(),
})
export type ProtocolIndices = z.infer<typeof ProtocolIndices>

/** The borders between normal and dysphonic voices that studies found. Only what was read in the study itself. */
export const CutOffFile = z.strictObject({
  cut_offs: z.array(
    z.strictObject({
      index: z.literal('avqi'),
      version: filled,
      language: z.string().regex(/^[a-z]{2}$/),
      /** Null: the study names only the language. */
      region: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullable(),
      value: z.number(),
      sensitivity_pct: z.number().min(0).max(100).nullable(),
      specificity_pct: z.number().min(0).max(100).nullable(),
      auc: z.number().min(0).max(1).nullable(),
      n: z.int().min(1).nullable(),
      n_dysphonic: z.int().min(1).nullable(),
      n_control: z.int().min(1).nullable(),
      syllables: z.int().min(1).nullable(),
      reference: filled,
    }),
  ),
})
export type PublishedCutOff = z.infer<typeof CutOffFile>['cut_offs'][number]

export const ProtocolFile = z.strictObject({
  key,
  locale: localeCode,
  licence: filled,
  source: filled,
  wording_version: z.int().min(1),
  name: filled,
  description: filled,
  practice: z.boolean(),
  indices: ProtocolIndices.optional(),
  items: z.array(ProtocolFileItem).min(1),
})
export type ProtocolFile = z.infer<typeof ProtocolFile>

const text = html('p', 'strong', 'em', 'ul', 'ol', 'li', 'br', 'h2', 'h3')
export const LocaleTexts = z.strictObject({
  locale: localeCode,
  licence: filled,
  content: z.strictObject({ policy: text, terms: text, help_recording: text }),
})

export const Licences = z.record(path, z.strictObject({ licence: filled, source: filled }))
// A download holds everything on the page: users without the right to read it may not download it either.
const Mode = z
  .record(z.enum(features), z.boolean())
  .refine((mode) => mode.readProtocolRes || !mode.downloadProtocolRes, 'downloads results without reading them')
  .refine((mode) => mode.readSurveyRes || !mode.downloadSurveyRes, 'downloads surveys without reading them')
export const ImpersonationModes = z.strictObject({ modes: z.record(key, Mode) })

const DemoUser = z.strictObject({
  key,
  email: z.email(),
  first_name: filled,
  last_name: filled,
  locale: localeCode,
  roles: z.array(z.enum(['owner', 'manager', 'examiner'])),
  /** The examiners (by user key) whom the user may impersonate, and the mode. */
  grants: z.array(z.strictObject({ examiner: key, mode: key })).optional(),
})
const DemoParticipant = z.strictObject({
  key,
  examiner: key,
  code: filled,
  first_name: filled.nullable(),
  last_name: filled.nullable(),
  birthday: CalendarDate.nullable(),
  sex: z.enum(['f', 'm']).nullable(),
  education_years: z.number().min(0).max(100).nullable(),
  occupation: filled.nullable(),
  diagnose: filled.nullable(),
  /** At or before the registration. */
  diagnosed_days_ago: z.int().min(0).nullable(),
  locale: localeCode,
  phone: z
    .string()
    .regex(/^\+\d{6,15}$/)
    .nullable(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  created_days_ago: z.int().min(0),
  archived: z.boolean().optional(),
})
const DemoAnswer = z.union([
  /** `transcript` is the spoken text, if it has words outside the demonstration model's vocabulary. */
  z.strictObject({
    item: key,
    audio: path,
    transcript: filled.optional(),
    /** What the examiner says after so many words of a count. */
    prompts: z.array(z.strictObject({ after: z.int().min(1), text: filled })).optional(),
  }),
  z.strictObject({ item: key, skipped: filled }),
])
const DemoSession = z.strictObject({
  participant: key,
  protocol: key,
  locale: localeCode,
  days_ago: z.int().min(0),
  comment: z.string(),
  /** In the protocol's order. A session with fewer items than the protocol is unfinished. */
  items: z.array(DemoAnswer).min(1),
  archived: z.boolean().optional(),
})
const DemoVisit = z.strictObject({
  participant: key,
  /** Negative: the visit is overdue. */
  in_days: z.int().min(-30),
  time: ClockTime,
  protocol: key,
  locale: localeCode,
  repeat: Repeat.optional(),
  tolerance_days: z.int().min(0).optional(),
})
export const DemoClinic = z.strictObject({
  organizations: z.array(
    z.strictObject({
      key,
      name: filled,
      time_zone: filled,
      users: z.array(DemoUser),
      participants: z.array(DemoParticipant),
      sessions: z.array(DemoSession),
      visits: z.array(DemoVisit).default([]),
    }),
  ),
})
export type DemoClinic = z.infer<typeof DemoClinic>

export type Content = {
  locales: z.infer<typeof Locales>
  countries: z.infer<typeof Countries>
  itemCategories: z.infer<typeof ItemCategories>
  protocols: ProtocolFile[]
  surveys: SurveyFile[]
  texts: z.infer<typeof LocaleTexts>[]
  words: WordsFile[]
  fluency: FluencyFile[]
  contentUnits: ContentUnitsFile[]
  /** Licence and source of every media file, by its path below content/media. */
  mediaLicences: z.infer<typeof Licences>
  impersonationModes: z.infer<typeof ImpersonationModes>['modes']
  demo: DemoClinic
  /** The populations of the demonstration. */
  populations: PopulationFile
  cutOffs: PublishedCutOff[]
}
