import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CalendarDate, Country, features, Id, Locale } from '@fonema/contract'
import { z } from 'zod'
import { PopulationFile } from './population-file.ts'
import { SurveyFile } from './survey-file.ts'
import { WordsFile } from './words-file.ts'

// Formats of the files below content/, described in content/README.md. Objects are strict: a misspelt field is an error.

/** What is wrong with a content file, by its path below the content folder and the field's path within it. */
export class ContentError extends Error {
  readonly file: string
  readonly field: string
  constructor(file: string, field: string, problem: string, options?: ErrorOptions) {
    super(`content/${file}: ${field === '' ? '' : `${field}: `}${problem}`, options)
    this.file = file
    this.field = field
  }
}

const filled = z.string().trim().min(1)
const key = z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens only')
// A dot is always followed by a letter or digit, so that ".." cannot leave the folder.
const path = z.string().regex(/^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/, 'a path of letters, digits, hyphens and slashes')
const localeCode = z.string().regex(/^[a-z]{2}-[A-Z]{2}$/, 'a locale code such as es-ES')

/** Names the first thing that makes a piece of HTML more than plain tags, without attributes and properly nested. */
function htmlProblem(html: string, allowed: readonly string[]): string | undefined {
  const open: string[] = []
  for (const [whole, end, name] of html.matchAll(/<(\/?)([a-z0-9]+)>|[<>]/g)) {
    if (name === undefined || !allowed.includes(name)) {
      return `only the tags ${allowed.join(', ')} without attributes, not "${whole}"`
    }
    if (name === 'br') continue
    if (end === '') open.push(name)
    else if (open.pop() !== name) return `"${whole}" closes what is not open`
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : undefined
}

const html = (...allowed: string[]) =>
  filled.superRefine((value, context) => {
    const problem = htmlProblem(value, allowed)
    if (problem !== undefined) context.addIssue(problem)
  })

const Locales = z.array(z.strictObject({ ...Locale.shape, code: localeCode, offered: z.boolean() })).min(1)
const Countries = z.array(z.strictObject({ ...Country.shape, dial_code: z.string().regex(/^\+\d{1,4}$/) })).min(1)
const ItemCategories = z.array(z.strictObject({ id: Id, name: z.string().regex(/^[a-z_]+$/) })).min(1)

const ProtocolFileItem = z
  .strictObject({
    key,
    title: filled,
    category: filled,
    trigger: html('p', 'strong', 'em', 'ul', 'li', 'br', 'h3'),
    image: path.nullable(),
    audio: path.nullable(),
    video: path.nullable(),
    min_duration: z.number().min(0),
    max_duration: z.number().positive().nullable(),
    skippable: z.boolean(),
    /** What is read or heard, word for word. */
    reference_text: filled.optional(),
    /** What counts as an answer of a fluency item: an initial letter, or a list of the language's words. */
    fluency: z.union([z.strictObject({ letters: z.array(filled).min(1) }), z.strictObject({ list: key })]).optional(),
    /** What a full description of the picture, or a full retelling of the story, mentions. */
    information_units: z.array(filled).min(1).optional(),
  })
  .refine((item) => item.max_duration === null || item.max_duration > item.min_duration, {
    path: ['max_duration'],
    message: 'must be above min_duration',
  })

const ProtocolFile = z.strictObject({
  key,
  locale: localeCode,
  licence: filled,
  source: filled,
  wording_version: z.int().min(1),
  name: filled,
  description: filled,
  practice: z.boolean(),
  items: z.array(ProtocolFileItem).min(1),
})
export type ProtocolFile = z.infer<typeof ProtocolFile>

const text = html('p', 'strong', 'em', 'ul', 'ol', 'li', 'br', 'h2', 'h3')
const LocaleTexts = z.strictObject({
  locale: localeCode,
  licence: filled,
  content: z.strictObject({ policy: text, terms: text, help_recording: text }),
})

const Licences = z.record(path, z.strictObject({ licence: filled, source: filled }))
// A file holds all that is read on the page: whoever may not read it may not take it away either.
const Mode = z
  .record(z.enum(features), z.boolean())
  .refine((mode) => mode.readProtocolRes || !mode.downloadProtocolRes, 'downloads results without reading them')
  .refine((mode) => mode.readSurveyRes || !mode.downloadSurveyRes, 'downloads surveys without reading them')
const ImpersonationModes = z.strictObject({ modes: z.record(key, Mode) })

const DemoUser = z.strictObject({
  key,
  email: z.email(),
  first_name: filled,
  last_name: filled,
  locale: localeCode,
  roles: z.array(z.enum(['owner', 'manager', 'examiner'])),
  /** Whom the user may impersonate (an examiner's user key), and how. */
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
  /** Not after the registration. */
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
  /** `transcript` is what is said, for text outside the demonstration model's vocabulary. */
  z.strictObject({ item: key, audio: path, transcript: filled.optional() }),
  z.strictObject({ item: key, skipped: filled }),
])
const DemoSession = z.strictObject({
  participant: key,
  protocol: key,
  locale: localeCode,
  days_ago: z.int().min(0),
  comment: z.string(),
  /** In the protocol's order; a session that ends before the protocol does was not finished. */
  items: z.array(DemoAnswer).min(1),
  archived: z.boolean().optional(),
})
const DemoClinic = z.strictObject({
  organizations: z.array(
    z.strictObject({
      key,
      name: filled,
      time_zone: filled,
      users: z.array(DemoUser),
      participants: z.array(DemoParticipant),
      sessions: z.array(DemoSession),
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
  /** Licence and source of every media file, by its path below content/media. */
  mediaLicences: z.infer<typeof Licences>
  impersonationModes: z.infer<typeof ImpersonationModes>['modes']
  demo: DemoClinic
  /** The demonstration's. */
  populations: PopulationFile
}

/** Reads and checks every file of a content folder, and that they fit together. Throws a ContentError at the first fault. */
export async function readContent(folder: string): Promise<Content> {
  const content: Content = {
    locales: await readJson(folder, 'locales.json', Locales),
    countries: await readJson(folder, 'countries.json', Countries),
    itemCategories: await readJson(folder, 'item-categories.json', ItemCategories),
    protocols: await readEach(folder, 'protocols', ProtocolFile, (protocol) => `${protocol.key}.${protocol.locale}`),
    surveys: await readEach(folder, 'surveys', SurveyFile, (survey) => `${survey.key}.${survey.locale}`),
    texts: await readEach(folder, 'texts', LocaleTexts, (texts) => texts.locale),
    words: await readEach(folder, 'words', WordsFile, ({ language }) => language),
    mediaLicences: await readJson(folder, 'media/licences.json', Licences),
    impersonationModes: (await readJson(folder, 'impersonation-modes.json', ImpersonationModes)).modes,
    demo: await readJson(folder, 'demo/clinic.json', DemoClinic),
    populations: await readJson(folder, 'demo/populations.json', PopulationFile),
  }
  for (const protocol of content.protocols) checkProtocol(content, protocol)
  for (const { key, locale } of content.surveys) {
    const codes = content.locales.map(({ code }) => code)
    requireKnown(`surveys/${key}.${locale}.json`, 'locale', locale, codes)
  }
  for (const media of Object.keys(content.mediaLicences)) {
    await requireFile(folder, `media/${media}`, 'media/licences.json', media)
  }
  for (const [index, organization] of content.demo.organizations.entries()) {
    await checkDemo(folder, content, organization, `organizations.${index}`)
  }
  return content
}

function checkProtocol({ locales, itemCategories, mediaLicences, words }: Content, protocol: ProtocolFile) {
  const file = `protocols/${protocol.key}.${protocol.locale}.json`
  requireKnown(
    file,
    'locale',
    protocol.locale,
    locales.map((locale) => locale.code),
  )
  requireUnique(
    file,
    'items',
    protocol.items.map((item) => item.key),
  )
  for (const [index, item] of protocol.items.entries()) {
    requireKnown(
      file,
      `items.${index}.category`,
      item.category,
      itemCategories.map((category) => category.name),
    )
    if (item.fluency !== undefined && 'list' in item.fluency) {
      const language = protocol.locale.slice(0, 2)
      const lists = words.find((file) => file.language === language)?.lists ?? {}
      requireKnown(file, `items.${index}.fluency.list`, item.fluency.list, Object.keys(lists))
    }
    for (const kind of ['image', 'audio', 'video'] as const) {
      if (item[kind] !== null) requireKnown(file, `items.${index}.${kind}`, item[kind], Object.keys(mediaLicences))
    }
  }
}

async function checkDemo(
  folder: string,
  content: Content,
  { users, participants, sessions }: DemoClinic['organizations'][number],
  at: string,
) {
  const file = 'demo/clinic.json'
  const locales = content.locales.map((locale) => locale.code)
  const examiners = users.filter((user) => user.roles.includes('examiner')).map((user) => user.key)
  requireUnique(
    file,
    `${at}.users`,
    users.map((user) => user.key),
  )
  requireUnique(
    file,
    `${at}.participants`,
    participants.map((participant) => participant.code),
  )
  // A session is known by its participant and its day.
  requireUnique(
    file,
    `${at}.sessions`,
    sessions.map((session) => `${session.participant}, ${session.days_ago} days ago`),
  )
  for (const [index, user] of users.entries()) {
    requireKnown(file, `${at}.users.${index}.locale`, user.locale, locales)
    for (const grant of user.grants ?? []) {
      requireKnown(file, `${at}.users.${index}.grants`, grant.examiner, examiners)
      requireKnown(file, `${at}.users.${index}.grants`, grant.mode, Object.keys(content.impersonationModes))
    }
  }
  for (const [index, participant] of participants.entries()) {
    requireKnown(file, `${at}.participants.${index}.examiner`, participant.examiner, examiners)
    requireKnown(file, `${at}.participants.${index}.locale`, participant.locale, locales)
    if (participant.diagnosed_days_ago !== null && participant.diagnosed_days_ago < participant.created_days_ago)
      throw new ContentError(file, `${at}.participants.${index}.diagnosed_days_ago`, 'is after the registration')
  }
  for (const [index, session] of sessions.entries()) {
    const field = `${at}.sessions.${index}`
    requireKnown(
      file,
      `${field}.participant`,
      session.participant,
      participants.filter((participant) => participant.archived !== true).map((participant) => participant.key),
    )
    const protocol = content.protocols.find(({ key, locale }) => key === session.protocol && locale === session.locale)
    if (!protocol)
      throw new ContentError(file, `${field}.protocol`, `no protocol ${session.protocol} in ${session.locale}`)
    for (const [position, answer] of session.items.entries()) {
      requireKnown(
        file,
        `${field}.items.${position}.item`,
        answer.item,
        protocol.items.map((item) => item.key),
      )
      if ('audio' in answer)
        await requireFile(folder, `demo/audio/${answer.audio}`, file, `${field}.items.${position}.audio`)
    }
  }
}

async function readJson<T extends z.ZodType>(folder: string, file: string, schema: T): Promise<z.infer<T>> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(join(folder, file), 'utf8'))
  } catch (cause) {
    throw new ContentError(file, '', cause instanceof SyntaxError ? 'is no JSON' : 'cannot be read', { cause })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw new ContentError(file, issue.path.join('.'), issue.message, { cause: result.error })
}

/** Reads a folder's JSON files, each of which is named after what is in it. */
async function readEach<T extends z.ZodType>(
  folder: string,
  below: string,
  schema: T,
  nameOf: (value: z.infer<T>) => string,
): Promise<z.infer<T>[]> {
  const paths = (await readdir(join(folder, below))).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    paths.map(async (name) => {
      const file = `${below}/${name}`
      const value = await readJson(folder, file, schema)
      if (`${nameOf(value)}.json` !== name) throw new ContentError(file, '', `should be named ${nameOf(value)}.json`)
      return value
    }),
  )
}

function requireKnown(file: string, field: string, value: string, known: readonly string[]) {
  if (!known.includes(value)) throw new ContentError(file, field, `"${value}" is not known`)
}

function requireUnique(file: string, field: string, values: readonly string[]) {
  const double = values.find((value, index) => values.indexOf(value) !== index)
  if (double !== undefined) throw new ContentError(file, field, `"${double}" occurs twice`)
}

async function requireFile(folder: string, path: string, file: string, field: string) {
  try {
    await access(join(folder, path))
  } catch (cause) {
    throw new ContentError(file, field, `${path} does not exist`, { cause })
  }
}
