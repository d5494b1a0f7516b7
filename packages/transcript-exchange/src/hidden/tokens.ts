import type { Vocabulary } from './vocabulary.ts'

/** A word as the patterns read it. */
export type Token = {
  raw: string
  /** Without accents and outer punctuation, in lower case. */
  plain: string
  isCapital: boolean
  /** How many digits it stands for: of its figures, or of its number word. 0: it is no number. */
  digits: number
  /** The value of a short number; null: it has none. */
  value: number | null
}

/** Without accents and outer punctuation, in lower case. */
export const plainOf = (raw: string) =>
  raw
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']/g, "'")
    .replace(/^[^\p{L}\p{N}+]+|[^\p{L}\p{N}]+$/gu, '')

export function tokensOf(words: readonly string[], { numbers }: Vocabulary): Token[] {
  return words.map((raw) => {
    const plain = plainOf(raw)
    const isCapital = /^\p{Lu}/u.test(raw.replace(/^[^\p{L}]+/u, ''))
    const named = numbers.get(plain)
    if (named !== undefined) return { raw, plain, isCapital, digits: String(named).length, value: named }
    const compound = hyphenated(plain, numbers)
    if (compound !== null) return { raw, plain, isCapital, digits: String(compound).length, value: compound }
    const isFigures = /^\+?[\d.,/()-]*\d[\d.,/()-]*(?:st|nd|rd|th|er|ª|º|o|a)?$/u.test(plain)
    const figures = isFigures ? plain.replace(/\D/g, '') : ''
    // A zero in front is no number that one counts with.
    const isShort = /^(?!0\d)\d{1,6}\D{0,2}$/.test(plain)
    const value = isShort ? Number(figures) : null
    return { raw, plain, isCapital, digits: figures.length, value }
  })
}

/** As in "twenty-three" or "quatre-vingt-dix". */
function hyphenated(plain: string, numbers: ReadonlyMap<string, number>): number | null {
  const parts = plain.split('-')
  if (parts.length < 2) return null
  const values = parts.filter((part) => part !== 'et').map((part) => numbers.get(part))
  return values.every((value) => value !== undefined) ? values.reduce<number>((sum, value) => sum + value!, 0) : null
}

/** Whether tokens from `at` on are these words. Apostrophes part words, as in "je m'appelle". */
export function phraseAt(tokens: readonly Token[], at: number, phrase: string): number {
  const wanted = phrase.split(' ')
  let taken = 0
  let end = at
  while (taken < wanted.length && end < tokens.length) {
    const parts = tokens[end]!.plain.split(/['-]/)
    if (!parts.every((part, i) => part === wanted[taken + i])) return 0
    taken += parts.length
    end++
  }
  return taken === wanted.length ? end - at : 0
}
