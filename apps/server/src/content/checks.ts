import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content, DemoClinic, ProtocolFile } from './formats.ts'

/** The keys of organisations' own protocols begin with it, so that their items never share norms with shipped ones. */
export const ownKeyPrefix = 'own-'

/** An error in a content file, with its path below the content folder and the field's path within it. */
export class ContentError extends Error {
  readonly file: string
  readonly field: string
  constructor(file: string, field: string, problem: string, options?: ErrorOptions) {
    super(`packages/content/${file}: ${field === '' ? '' : `${field}: `}${problem}`, options)
    this.file = file
    this.field = field
  }
}

/** Checks the files against each other. Throws a ContentError at the first fault. */
export async function checkContent(folder: string, content: Content): Promise<void> {
  for (const protocol of content.protocols) {
    checkProtocol(content, protocol)
    checkUnits(content, protocol)
  }
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
}

function checkProtocol({ locales, itemCategories, mediaLicences, fluency }: Content, protocol: ProtocolFile) {
  const file = `protocols/${protocol.key}.${protocol.locale}.json`
  if (protocol.key.startsWith(ownKeyPrefix))
    throw new ContentError(file, 'key', `begins with "${ownKeyPrefix}", like the keys of organisations' own protocols`)
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
  const keys = protocol.items.map((item) => item.key)
  for (const [name, needed] of Object.entries(protocol.indices ?? {}))
    for (const [part, item] of Object.entries(needed))
      if (typeof item === 'string') requireKnown(file, `indices.${name}.${part}`, item, keys)
  for (const [index, item] of protocol.items.entries()) {
    requireKnown(
      file,
      `items.${index}.category`,
      item.category,
      itemCategories.map((category) => category.name),
    )
    if (item.fluency !== undefined && 'list' in item.fluency) {
      const language = protocol.locale.slice(0, 2)
      const lists = fluency.find((file) => file.language === language)?.lists ?? {}
      requireKnown(file, `items.${index}.fluency.list`, item.fluency.list, Object.keys(lists))
    }
    for (const kind of ['image', 'audio', 'video'] as const) {
      if (item[kind] !== null) requireKnown(file, `items.${index}.${kind}`, item[kind], Object.keys(mediaLicences))
    }
  }
}

/** The units of a shipped item are in one list of its language, so that they are counted. */
export function checkUnits({ contentUnits }: Content, { key, locale, items }: ProtocolFile) {
  const lists = Object.values(contentUnits.find(({ language }) => language === locale.slice(0, 2))?.lists ?? {})
  for (const [index, { information_units }] of items.entries()) {
    const isListed = lists.some(({ units }) =>
      information_units?.every((wanted) => units.some(({ unit }) => unit === wanted)),
    )
    if (information_units !== undefined && !isListed)
      throw new ContentError(`protocols/${key}.${locale}.json`, `items.${index}.information_units`, 'are in no list')
  }
}

async function checkDemo(
  folder: string,
  content: Content,
  { users, participants, sessions, visits }: DemoClinic['organizations'][number],
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
  // A session is identified by its participant and its day.
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
  const present = participants.filter(({ archived }) => archived !== true)
  const isProtocol = (key: string, locale: string) =>
    content.protocols.some((protocol) => protocol.key === key && protocol.locale === locale)
  for (const [index, { participant, protocol, locale }] of visits.entries()) {
    const keys = present.map(({ key }) => key)
    requireKnown(file, `${at}.visits.${index}.participant`, participant, keys)
    if (!isProtocol(protocol, locale))
      throw new ContentError(file, `${at}.visits.${index}.protocol`, `no protocol ${protocol} in ${locale}`)
  }
  for (const [index, session] of sessions.entries()) {
    const field = `${at}.sessions.${index}`
    requireKnown(
      file,
      `${field}.participant`,
      session.participant,
      present.map(({ key }) => key),
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
