import { fold } from './fold-text.ts'

/** What a search looks at. Browser and server search with this file alone, so that there is one rule. */
export type Searched = { code: string; first_name: string | null; last_name: string | null }

/** Last name, then first name; null when neither is known. */
export function fullName({ first_name, last_name }: Pick<Searched, 'first_name' | 'last_name'>): string | null {
  return [last_name, first_name].filter((name) => name !== null && name !== '').join(', ') || null
}

/** The positions of the found letters in the code and in the name. */
export type Match = { code: readonly number[]; name: readonly number[] }

/** A participant's searchable text, computed once for each. */
export type SearchKey = {
  /** Length of the code: a prefix of `codeFirst` and a suffix of `nameFirst`. */
  codeLength: number
  codeFirst: string
  nameFirst: string
  /** The start positions of the words in `codeFirst`. */
  starts: readonly number[]
  /** One bit for each letter that occurs: this alone rules out most participants. */
  letters: number
}

function lettersOf(folded: string): number {
  let letters = 0
  for (let i = 0; i < folded.length; i++) letters |= 1 << (folded.charCodeAt(i) & 31)
  return letters
}

const isWordLetter = (letter: string) =>
  (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter > '\x7f'

function wordStarts(folded: string): number[] {
  const starts: number[] = []
  for (let i = 0; i < folded.length; i++)
    if (isWordLetter(folded.charAt(i)) && !isWordLetter(folded.charAt(i - 1))) starts.push(i)
  return starts
}

export function searchKeyOf(codeText: string, nameText: string): SearchKey {
  const code = fold(codeText)
  const name = fold(nameText)
  const starts = [...wordStarts(code), ...wordStarts(name).map((place) => place + code.length)]
  const letters = lettersOf(code + name)
  return { codeLength: code.length, codeFirst: code + name, nameFirst: name + code, starts, letters }
}

const keys = new WeakMap<Searched, SearchKey>()

function keyOf(participant: Searched): SearchKey {
  let key = keys.get(participant)
  if (key === undefined) {
    key = searchKeyOf(participant.code, fullName(participant) ?? '')
    keys.set(participant, key)
  }
  return key
}

/** The letters to search for; empty for an empty query. Blanks do not count. */
export const searchLetters = (query: string): string => fold(query.normalize('NFC').replace(/\s+/g, ''))

type SearchIndex = { keys: readonly SearchKey[]; letters: Int32Array }

const indexes = new WeakMap<readonly Searched[], SearchIndex>()

/** Computes all keys before the first search. After a change, only changed participants are computed again. */
export function prepareSearch(participants: readonly Searched[]): SearchIndex {
  let index = indexes.get(participants)
  if (index === undefined) {
    const keys = participants.map(keyOf)
    index = { keys, letters: Int32Array.from(keys, ({ letters }) => letters) }
    indexes.set(participants, index)
  }
  return index
}

/**
 * The participants that contain the letters of `wanted` in order: first those with whole words of these letters, then
 * those with a word that begins with them, then the others. The order within each group is unchanged.
 */
export function findParticipants<P extends Searched>(wanted: string, participants: readonly P[]): P[] {
  const { keys, letters } = prepareSearch(participants)
  const needed = lettersOf(wanted)
  const found: Record<Rank, P[]> = { words: [], beginning: [], letters: [] }
  for (let i = 0; i < letters.length; i++) {
    if ((letters[i]! & needed) !== needed) continue
    const key = keys[i]!
    if (isSubsequence(wanted, key.codeFirst)) found[findRun(wanted, key)?.rank ?? 'letters'].push(participants[i]!)
    else if (isSubsequence(wanted, key.nameFirst)) found.letters.push(participants[i]!)
  }
  return [...found.words, ...found.beginning, ...found.letters]
}

type Rank = 'words' | 'beginning' | 'letters'
type Run = { rank: Rank; places: number[] }

/** Finds the letters of `wanted` side by side from the start of a word, ignoring blanks and commas. */
function findRun(wanted: string, { codeFirst, starts }: SearchKey): Run | null {
  const letters = wanted.replaceAll(',', '')
  if (letters === '') return null
  let beginning: Run | null = null
  for (const start of starts) {
    const places = runAt(letters, codeFirst, start)
    if (places === null) continue
    const end = (places.at(-1) ?? 0) + 1
    if (!isWordLetter(codeFirst.charAt(end)) || starts.includes(end)) return { rank: 'words', places }
    beginning ??= { rank: 'beginning', places }
  }
  return beginning
}

function runAt(letters: string, text: string, start: number): number[] | null {
  const places: number[] = []
  let place = start
  for (let i = 0; i < letters.length; i++) {
    while (/[\s,]/.test(text.charAt(place))) place++
    if (text.charAt(place) !== letters.charAt(i)) return null
    places.push(place++)
  }
  return places
}

export const findLettersOf = (wanted: string, participant: Searched) => findLetters(wanted, keyOf(participant))

/**
 * The positions of the letters of `wanted`, in order, in the code followed by the name, or else in the name followed by
 * the code; null when neither contains them. Adjacent letters at the start of a word are preferred.
 */
export function findLetters(wanted: string, key: SearchKey): Match | null {
  const { codeLength, codeFirst, nameFirst } = key
  const inCodeFirst = subsequence(wanted, codeFirst)
  if (inCodeFirst !== null) {
    const places = findRun(wanted, key)?.places ?? inCodeFirst
    return {
      code: places.filter((place) => place < codeLength),
      name: places.filter((place) => place >= codeLength).map((place) => place - codeLength),
    }
  }
  const inNameFirst = subsequence(wanted, nameFirst)
  if (inNameFirst === null) return null
  const nameLength = nameFirst.length - codeLength
  return {
    code: inNameFirst.filter((place) => place >= nameLength).map((place) => place - nameLength),
    name: inNameFirst.filter((place) => place < nameLength),
  }
}

function isSubsequence(wanted: string, text: string): boolean {
  let place = -1
  for (let i = 0; i < wanted.length; i++) {
    place = text.indexOf(wanted.charAt(i), place + 1)
    if (place < 0) return false
  }
  return true
}

function subsequence(wanted: string, text: string): number[] | null {
  const places: number[] = []
  for (let i = 0; i < wanted.length; i++) {
    const place = text.indexOf(wanted.charAt(i), (places.at(-1) ?? -1) + 1)
    if (place < 0) return null
    places.push(place)
  }
  return places
}
