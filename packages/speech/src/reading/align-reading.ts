import { readingEnd } from '../reading-end.ts'
import type { SpokenWord, WordLists } from '../words.ts'
import { alignTokens } from './align-tokens.ts'
import { printedTokens, printedWords, type ReadingToken, spokenTokens } from './reading-tokens.ts'
import { findRepairs } from './repairs.ts'

type ReadState = 'read' | 'skipped' | 'replaced' | 'not_reached'

/** A word of the text as it is printed, and what the reader made of it. */
export type ReadWord = {
  readonly text: string
  readonly state: ReadState
  /** places of the spoken words that stand for it: the word itself, or what was said instead */
  readonly places: readonly number[]
  /** how often it was said again */
  readonly repeated: number
  /** it was begun, or said otherwise, before it came right */
  readonly isCorrected: boolean
}

/** A word that is not in the text; `after`: the printed word before it, -1 before the first. */
type AddedWord = { readonly place: number; readonly after: number }

export type ReadingAlignment = { readonly words: readonly ReadWord[]; readonly added: readonly AddedWord[] }

/**
 * The words of a text beside what was said. Capitals, accents, hyphens, punctuation and digits up to 20 do not matter;
 * filled pauses are not there; a word after the end of the reading was not reached.
 */
export function alignReading(
  text: string,
  spoken: readonly SpokenWord[],
  language: string,
  lists: WordLists,
): ReadingAlignment {
  const words = printedWords(text, lists)
  const printed = printedTokens(words, language, lists)
  const all = spokenTokens(spoken, printed, language, lists)
  const said = all.filter(({ isFragment }) => !isFragment)
  const texts = { text: printed.map((token) => token.text), spoken: said.map((token) => token.text) }
  const end = readingEnd(texts.text, texts.spoken)
  const placed = [...alignTokens(texts.text.slice(0, end), texts.spoken), ...printed.slice(end).map(() => null)]
  const repairs = findRepairs(texts, placed)
  const begun = begunTokens(all, said, printed, placed)
  const ownTokens = Map.groupBy(printed.keys(), (index) => printed[index]!.owner)

  const read = words.map((word, owner): ReadWord => {
    const tokens = ownTokens.get(owner) ?? []
    const places = [...new Set(tokens.flatMap((index) => ownerOf(said, placed[index])))]
    const ownRepairs = repairs.filter((repair) => repair.text === tokens[0] || tokens.includes(repair.text))
    return {
      text: word,
      state: stateOf(tokens, texts, placed, end),
      places,
      repeated: ownRepairs.filter((repair) => repair.kind === 'repeated' && repair.text === tokens[0]).length,
      isCorrected: ownRepairs.some(({ kind }) => kind === 'corrected') || tokens.some((index) => begun.has(index)),
    }
  })
  return { words: read, added: addedWords(said, printed, placed, new Set(repairs.map((repair) => repair.spoken))) }
}

const ownerOf = (said: readonly ReadingToken[], place: number | null | undefined): number[] =>
  place === null || place === undefined ? [] : [said[place]!.owner]

function stateOf(
  tokens: readonly number[],
  { text, spoken }: { text: readonly string[]; spoken: readonly string[] },
  placed: readonly (number | null)[],
  end: number,
): ReadState {
  if (tokens.every((index) => index >= end)) return 'not_reached'
  const inPlace = tokens.flatMap((index) => placed[index] ?? [])
  if (inPlace.length === 0) return 'skipped'
  const isRead = tokens.every((index) => {
    const place = placed[index]
    return place !== null && place !== undefined && spoken[place] === text[index]
  })
  return isRead ? 'read' : 'replaced'
}

/** The words of the text that were begun and left ("win- wind") before they were read. */
function begunTokens(
  all: readonly ReadingToken[],
  said: readonly ReadingToken[],
  printed: readonly ReadingToken[],
  placed: readonly (number | null)[],
): Set<number> {
  const begun = new Set<number>()
  for (const [index, token] of all.entries()) {
    if (!token.isFragment) continue
    const next = all.slice(index + 1).find(({ isFragment }) => !isFragment)
    const at = next === undefined ? -1 : placed.indexOf(said.indexOf(next))
    if (next === undefined || at < 0 || printed[at]!.text !== next.text) continue
    const { owner } = printed[at]!
    const whole = printed.flatMap((one) => (one.owner === owner ? [one.text] : [])).join('')
    if (next.text.startsWith(token.text) || whole.startsWith(token.text)) begun.add(at)
  }
  return begun
}

/** The spoken words that stand in no word's place and repair none. */
function addedWords(
  said: readonly ReadingToken[],
  printed: readonly ReadingToken[],
  placed: readonly (number | null)[],
  repairs: ReadonlySet<number>,
): AddedWord[] {
  const textOf = new Map(placed.flatMap((place, index) => (place === null ? [] : [[place, index] as const])))
  const counted = new Set([...textOf.keys(), ...repairs].map((index) => said[index]!.owner))
  const added: AddedWord[] = []
  let after = -1
  for (const [index, { owner }] of said.entries()) {
    const at = textOf.get(index)
    if (at !== undefined) after = printed[at]!.owner
    else if (!counted.has(owner) && added.at(-1)?.place !== owner) added.push({ place: owner, after })
  }
  return added
}
