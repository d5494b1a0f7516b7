import { isFragment } from '../disfluencies.ts'
import { comparable } from '../fluency-answers.ts'
import { longestName } from '../name-index.ts'
import { splitWords, type WordLists } from '../words.ts'
import type { NegationRules } from './unit-rules.ts'

/** A word as it is compared, with its place among the spoken words. */
export type UnitToken = {
  readonly text: string
  readonly place: number
  readonly sentence: number
  /** the place of the word that denies it; null: nothing does */
  readonly negation: number | null
}

/** A negation denies this many words after it, unless the clause ends before. */
const reach = 3

const endsSentence = /[.?!…]\P{L}*$/u
const endsClause = /[.?!…,;:–—]\P{L}*$/u

/**
 * The words without filled pauses and fragments, lower-case, without accents, and split at hyphens and elisions.
 *
 * @param spoken the participant's words as they were written; null for words that do not count
 */
export function unitTokens(
  spoken: readonly (string | null)[],
  { fillers, elisions }: WordLists,
  rules: NegationRules,
): UnitToken[] {
  let sentence = 0
  const tokens: { text: string; place: number; sentence: number; endsClause: boolean }[] = []
  for (const [place, text] of spoken.entries()) {
    if (text === null) {
      // Whatever somebody else says, or nobody understands, ends the sentence.
      sentence++
      continue
    }
    if (isFragment(text)) continue
    const parts = splitWords(text, elisions)
      .filter((word) => !fillers.has(word))
      .flatMap((word) => comparable(word).split('-'))
      .filter((part) => part !== '')
    for (const [index, part] of parts.entries())
      tokens.push({ text: part, place, sentence, endsClause: index === parts.length - 1 && endsClause.test(text) })
    if (endsSentence.test(text)) sentence++
  }
  const deniedBy = negationsOf(tokens, rules)
  return tokens.map(({ text, place, sentence }, index) => ({
    text,
    place,
    sentence,
    negation: deniedBy[index] ?? null,
  }))
}

/** For each word, the place of the negation that denies it. */
function negationsOf(
  tokens: readonly { text: string; place: number; sentence: number; endsClause: boolean }[],
  { negations, harmless, turns }: NegationRules,
): (number | null)[] {
  const denied: (number | null)[] = tokens.map(() => null)
  for (let at = 0; at < tokens.length; ) {
    const phrase = longestName(harmless, (index) => {
      const token = tokens[at + index]
      return token && [token.text]
    })
    if (phrase !== null) {
      at += phrase.length
      continue
    }
    if (negations.has(tokens[at]!.text)) deny(at)
    at++
  }
  return denied

  function deny(from: number) {
    for (let index = from + 1; index <= from + reach; index++) {
      const [before, token] = [tokens[index - 1]!, tokens[index]]
      if (token === undefined || before.endsClause || before.sentence !== token.sentence || turns.has(token.text))
        return
      denied[index] = tokens[from]!.place
    }
  }
}
