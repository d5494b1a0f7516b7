import { isFilledPause, isFragment } from '../disfluencies.ts'
import { comparable } from '../fluency-answers.ts'
import { type SpokenWord, splitWords, type WordLists } from '../words.ts'

/** A word as it is compared; `owner` is the place of the word to which it belongs. */
export type ReadingToken = { readonly text: string; readonly owner: number; readonly isFragment: boolean }

/** Recognisers write small numbers as digits, texts write them as words. */
const numbers: Readonly<Record<string, string>> = {
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte',
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  pt: 'zero um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte',
  fr: 'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
}

/** Lower-case, without accents, split at elisions and hyphens, without apostrophes; digits up to 20 as words. */
function partsOf(word: string, language: string, { elisions }: WordLists): string[] {
  const names = numbers[language]?.split(' ') ?? []
  return splitWords(word, elisions)
    .map((part) => (/^\d+$/.test(part) ? (names[Number(part)] ?? part) : comparable(part)))
    .flatMap((part) => part.replaceAll("'", '').split('-'))
    .filter((part) => part !== '')
}

/** The words of a text that is read, as they are printed. */
export const printedWords = (text: string, lists: WordLists): string[] =>
  text.split(/\s+/u).filter((word) => splitWords(word, lists.elisions).length > 0)

export const printedTokens = (words: readonly string[], language: string, lists: WordLists): ReadingToken[] =>
  words.flatMap((word, owner) => partsOf(word, language, lists).map((text) => ({ text, owner, isFragment: false })))

/** What was said, without filled pauses. Words that are begun and left stay, marked. */
export function spokenTokens(
  spoken: readonly SpokenWord[],
  printed: readonly ReadingToken[],
  language: string,
  lists: WordLists,
): ReadingToken[] {
  const inText = new Set(printed.map(({ text }) => text))
  return spoken.flatMap((word, owner) => {
    const begun = isFragment(word.text)
    return splitWords(word.text, lists.elisions)
      .filter((part) => begun || isFilledPause(part, owner, spoken, lists, inText) !== true)
      .flatMap((part) => partsOf(part, language, lists))
      .map((text) => ({ text, owner, isFragment: begun }))
  })
}
