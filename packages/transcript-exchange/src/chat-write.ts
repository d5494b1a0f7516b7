import type { TypedWord, WordMark, WordSpeaker } from '@fonema/contract'
import { nameMask } from './hidden/hide.ts'
import {
  inMilliseconds,
  isTimed,
  Losses,
  orderly,
  phrasesOf,
  roundedWords,
  spanOf,
  speakerOf,
  type Transcript,
  type Written,
} from './transcript.ts'

// The rules are those of "Tools for Analyzing Talk, Part 1: The CHAT Transcription Format" (B. MacWhinney,
// https://doi.org/10.21415/3mhn-0z89): files and headers in section 7, words in 8, utterances in 9, scoped symbols in 10.

/** Speakers, by their code on the main line. */
export const chatSpeakers: Readonly<Record<WordSpeaker, { code: string; role: string }>> = {
  participant: { code: 'PAR', role: 'Participant' },
  examiner: { code: 'EXA', role: 'Investigator' },
  other: { code: 'OTH', role: 'Unidentified' },
}

/** ISO 639-3, which the header `@Languages` takes. */
const languages: Readonly<Record<string, string>> = { es: 'spa', en: 'eng', pt: 'por', fr: 'fra' }

/** Before and after the times of a bullet. */
export const bulletMark = '\u0015'

/** A word of CHAT: letters, with apostrophes and hyphens between them. */
const plainWord = /^\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*['’]?$/u
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}'’]+$/gu

type Item = { word: TypedWord; text: string; plain: string; isRepeated: boolean }

/** A CHAT transcript. Word times are in the tier `%wor`; times are milliseconds. */
export function writeChat({ words, duration, language }: Transcript): Written {
  const losses = new Losses()
  const known = orderly({ words, duration })
  losses.add('times_rounded', roundedWords(known))
  losses.add('untimed', known.filter((word, i) => word.start === null && words[i]!.start !== null).length)
  const speakers = [...new Set<WordSpeaker>(['participant', ...known.map(speakerOf)])]
  const code = languages[language] ?? 'und'
  const lines = [
    '@UTF8',
    '@Begin',
    `@Languages:\t${code}`,
    `@Participants:\t${speakers.map((one) => Object.values(chatSpeakers[one]).join(' ')).join(', ')}`,
    ...speakers.map((one) => `@ID:\t${code}|fonema|${chatSpeakers[one].code}|||||${chatSpeakers[one].role}|||`),
    '@Media:\trecording, audio',
    ...phrasesOf(known).flatMap((phrase) => utterance(phrase, losses)),
    '@End',
  ]
  return { text: `${lines.join('\n')}\n`, losses: losses.list() }
}

function utterance(phrase: readonly TypedWord[], losses: Losses): string[] {
  const items = phrase.flatMap((word) => itemOf(word, losses))
  if (items.length === 0) return []
  // Something must follow what is said again (section 10).
  for (let i = items.length - 1; i >= 0 && items[i]!.isRepeated; i--) {
    items[i]!.isRepeated = false
    losses.add('marks')
  }
  const { code } = chatSpeakers[speakerOf(phrase[0]!)]
  const span = spanOf(items.map(({ word }) => word))
  const main = `*${code}:\t${grouped(items)} .${span === null ? '' : ` ${bullet(span)}`}`
  if (span === null) return [main]
  const timed = items.map(({ word, plain }) => (isTimed(word) ? `${plain} ${bullet(inMilliseconds(word))}` : plain))
  return [main, `%wor:\t${timed.join(' ')} .`]
}

const bullet = ({ start, end }: { start: number; end: number }) => `${bulletMark}${start}_${end}${bulletMark}`

/** Repeated words that follow each other are one group in angle brackets. */
function grouped(items: readonly Item[]): string {
  const parts: string[] = []
  for (let i = 0; i < items.length; ) {
    if (!items[i]!.isRepeated) {
      parts.push(items[i++]!.text)
      continue
    }
    let end = i
    while (items[end]?.isRepeated) end++
    const texts = items.slice(i, end).map(({ text }) => text)
    const isPlain = texts.length === 1 && !texts[0]!.includes(' ')
    parts.push(`${isPlain ? texts[0] : `<${texts.join(' ')}>`} [/]`)
    i = end
  }
  return parts.join(' ')
}

function itemOf(word: TypedWord, losses: Losses): Item[] {
  if (word.text === nameMask) return [{ word, text: 'xxx', plain: 'xxx', isRepeated: false }]
  const cleaned = word.text.normalize('NFC').replace(edges, '')
  if (cleaned === '') {
    losses.add('characters')
    losses.add('marks', word.marks?.length)
    return []
  }
  if (cleaned !== word.text) losses.add('characters')
  const marks = new Set<WordMark>(word.marks)
  const isRepeated = marks.has('repetition')
  const use = (mark: WordMark) => marks.delete(mark)
  use('repetition')
  const { text, plain } = spelled(cleaned, marks, use, losses)
  losses.add('marks', marks.size)
  return [{ word, text, plain, isRepeated }]
}

/** The word with its codes. `use` takes a mark that the codes say. */
function spelled(word: string, marks: ReadonlySet<WordMark>, use: (mark: WordMark) => boolean, losses: Losses) {
  const isUnheard = word === 'xxx' && marks.has('unintelligible')
  if (isUnheard || !plainWord.test(word) || /^(?:xxx|yyy|www)$/.test(word)) {
    // Digits and other characters have no place in a word (section 8).
    if (!isUnheard) losses.add('characters')
    use('unintelligible')
    const said = word.replace(/[[\]<>\\]/g, '')
    return { text: isUnheard || said === '' ? 'xxx' : `xxx [= ${said}]`, plain: 'xxx' }
  }
  if (marks.has('filler') || marks.has('fragment')) {
    const plain = use('filler') ? `&-${word}` : `&+${word}`
    if (plain.startsWith('&+')) use('fragment')
    return { text: plain, plain }
  }
  const plain = use('name') ? `${word}@z:name` : word
  const guess = use('unintelligible') ? ' [?]' : ''
  return { text: `${plain}${guess}${use('paraphasia') ? ' [*]' : ''}`, plain }
}
