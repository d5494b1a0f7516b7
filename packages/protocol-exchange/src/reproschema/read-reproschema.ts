import {
  type DraftBlock,
  type DraftItem,
  type DraftItemTexts,
  longestInstruction,
  longestItem,
  mostBlocks,
  mostItems,
  ProtocolDraft,
} from '@fonema/contract'
import { ProtocolFileError } from '../problem.ts'
import type { ReadOptions, ReadProtocolFile } from '../read-file.ts'
import type { FileSource } from '../source.ts'
import { findProtocol, isObject, listOf, type Schema, textOf } from './files.ts'
import { type Guess, guessKind } from './kinds.ts'
import { createMedia, type Media } from './media.ts'
import { instructionOf, keyFor, type Languages, languagesOf, memberTexts, type Texts } from './texts.ts'
import { createLosses, type FoundActivity, type FoundItem, inputTypeOf, type Lose, labelOf, walk } from './walk.ts'

type Reading = {
  languages: Languages
  media: Media
  lose: Lose
  keys: Set<string>
  guesses: Map<string, Guess>
  /** Whether any duration was read. */
  hasDurations: boolean
}

/**
 * Reads a ReproSchema protocol: its recorded items become a draft, everything else is listed as lost.
 *
 * @returns undefined if the archive has no such protocol
 * @throws {ProtocolFileError}
 */
export async function readReproschema(source: FileSource, options: ReadOptions): Promise<ReadProtocolFile | undefined> {
  const protocol = await findProtocol(source)
  if (protocol === undefined) return undefined
  const { losses, lose } = createLosses()
  const activities = (await walk(source, protocol, lose)).filter(({ items }) => items.length > 0)
  const count = activities.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0) throw new ProtocolFileError('no_items', protocol.at)
  if (count > mostItems) throw new ProtocolFileError('too_many_items', protocol.at)
  const languages = languagesOf(textsIn(protocol, activities), options.locales, options.fallback)
  for (const language of languages.unknown) lose('language_not_known', protocol.at, language, language)
  const media = createMedia(source, languages, lose)
  const reading: Reading = { languages, media, lose, keys: new Set(), guesses: new Map(), hasDurations: false }
  const content = contentOf(protocol, activities, reading)
  return {
    format: 'reproschema',
    at: protocol.at,
    content,
    media: [...media.media.values()],
    says_language: languages.says,
    losses,
    guesses: reading.guesses,
    reads_milliseconds: reading.hasDurations,
  }
}

function textsIn(protocol: Schema, activities: readonly FoundActivity[]): Texts[] {
  const items = activities.flatMap((activity) => activity.items)
  return [
    ...[protocol, ...activities, ...items].map(({ value }) => memberTexts(value, 'prefLabel')),
    ...activities.map(({ preamble }) => preamble),
    ...items.map(({ value }) => memberTexts(value, 'question')),
  ]
}

function contentOf(protocol: Schema, activities: readonly FoundActivity[], reading: Reading): ProtocolDraft {
  const { languages, lose } = reading
  const { at, value } = protocol
  const [names, descriptions] = [memberTexts(value, 'prefLabel'), memberTexts(value, 'description')]
  const within = (text: string, most: number, path: string) => shortened(text, most, at, path, lose)
  const content: ProtocolDraft = {
    key: keyFor(textOf(value['@id']).replace(/_schema$/, '') || labelOf(names, 'reproschema'), new Set()),
    licence: within(textOf(value.license), 500, 'license'),
    source: within(textOf(value.citation), 500, 'citation'),
    practice: false,
    locales: languages.locales,
    texts: Object.fromEntries(
      languages.locales.map((locale) => [
        locale,
        {
          name: within(languages.in(names, locale), 200, 'prefLabel'),
          description: within(languages.in(descriptions, locale), 2000, 'description'),
        },
      ]),
    ),
    blocks: blocksOf(activities, reading),
  }
  const { data, error } = ProtocolDraft.safeParse(content)
  if (error !== undefined) throw new ProtocolFileError('wrong_value', at, error.issues[0]!.path.join('.'))
  return data
}

/** Each activity is a block. Where there are too many, all items are in one. */
function blocksOf(activities: readonly FoundActivity[], reading: Reading): DraftBlock[] {
  const keys = new Set<string>()
  const blocks = activities.map(
    (activity): DraftBlock => ({
      key: keyFor(activity.name || textOf(activity.value['@id']), keys),
      order: activity.isRandom ? 'random' : 'fixed',
      items: activity.items.map((item) => itemOf(item, activity, reading)),
    }),
  )
  if (blocks.length <= mostBlocks) return blocks
  for (const { at, isRandom } of activities) if (isRandom) reading.lose('shuffle', at, 'ui.shuffle', '')
  return [{ key: 'all', order: 'fixed', items: blocks.flatMap(({ items }) => items) }]
}

function itemOf(item: FoundItem, activity: FoundActivity, reading: Reading): DraftItem {
  const { value, property } = item
  const name = item.name || textOf(value['@id'])
  const key = keyFor(name, reading.keys)
  const texts = reading.languages.locales.map((locale) => [locale, textsOf(item, activity, locale, reading)] as const)
  const guess = guessKind({
    inputType: inputTypeOf(value),
    hasPicture: texts.some(([, { image }]) => image !== null),
    names: [name, labelOf(memberTexts(value, 'prefLabel'), ''), textOf(activity.value['@id']), activity.name],
    question: labelOf(memberTexts(value, 'question'), ''),
  })
  reading.guesses.set(key, guess)
  return {
    key,
    category: guess.kind,
    ...durationsOf(item, reading),
    skippable: [property.allow, activity.allow].some((allow) =>
      listOf(allow).some((one) => /\bAllowSkip$/.test(textOf(one))),
    ),
    repeats: 1,
    texts: Object.fromEntries(texts),
  }
}

/** The file has numbers without a unit. Its recorders read them as milliseconds. */
function durationsOf({ at, value }: FoundItem, reading: Reading) {
  const options = isObject(value.responseOptions) ? value.responseOptions : {}
  const seconds = (given: unknown) => (typeof given === 'number' && given > 0 ? given / 1000 : null)
  const [least, most] = [seconds(options.minValue), seconds(options.maxValue)]
  const title = labelOf(memberTexts(value, 'prefLabel'), '')
  if (most === null) reading.lose('no_duration', at, 'responseOptions.maxValue', title)
  else reading.hasDurations = true
  if (most !== null && most > longestItem) reading.lose('long_duration', at, 'responseOptions.maxValue', title)
  const max_duration = most === null ? null : Math.min(most, longestItem)
  const fits = least !== null && least <= longestItem && (max_duration === null || least < max_duration)
  return { min_duration: fits ? least : 0, max_duration }
}

function textsOf(item: FoundItem, activity: FoundActivity, locale: string, reading: Reading): DraftItemTexts {
  const { languages, media, lose } = reading
  const { at, value } = item
  const question = memberTexts(value, 'question')
  const labels = memberTexts(value, 'prefLabel')
  const label = labelOf(labels, item.name)
  const parts = [activity.preamble, question].map((texts) => instructionOf(languages.in(texts, locale)))
  if (parts.some(({ losesFormatting }) => losesFormatting)) lose('formatting', at, 'question', label)
  const html = parts.map((part) => part.html).join('')
  const isTooLong = html.length > longestInstruction
  if (isTooLong) lose('shortened', at, 'question', label)
  const isTranslated = [question, activity.preamble].every(
    (texts) => texts.size === 0 || languages.in(texts, locale) !== '',
  )
  if (!isTranslated) lose('translation_missing', at, locale, `${label} (${locale})`)
  else if (html === '') lose('no_instruction', at, 'question', label)
  const [image, audio, video] = [
    media.of(item, 'image', locale),
    media.of(item, 'audio', locale),
    media.of(item, 'video', locale),
  ]
  const terms = { licence: '', source: '' }
  return {
    title: shortened(languages.in(labels, locale), 200, at, 'prefLabel', lose),
    // Between two tags, so that none is left open.
    trigger: isTooLong ? html.slice(0, html.lastIndexOf('</p>', longestInstruction - 4) + 4) : html,
    reference_text: '',
    information_units: [],
    fluency: null,
    image: image === null ? null : { ...terms, file: image, alt: '' },
    audio: audio === null ? null : { ...terms, file: audio },
    video: video === null ? null : { ...terms, file: video, alt: '', subtitles: null },
  }
}

function shortened(text: string, most: number, at: string, path: string, lose: Lose): string {
  if (text.length <= most) return text
  lose('shortened', at, path, text.slice(0, 80))
  return text.slice(0, most).trim()
}
