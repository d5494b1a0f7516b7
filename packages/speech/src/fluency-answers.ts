import { familyStems, type Inflection, nounForms, wordForms } from './inflection.ts'
import { longestName, type NameIndex } from './name-index.ts'
import type { Sounds } from './phonemic-groups.ts'
import { hasMark, isCounted, type SpokenWord, splitWords, type WordLists } from './words.ts'

/** What counts in a verbal fluency task: words with an initial letter, or members of a category. */
export type FluencyTask =
  | { readonly kind: 'letter'; readonly letters: readonly string[] }
  | { readonly kind: 'category'; readonly category: Category }

/** A list of names. Its index is made of comparable words. */
export type Category = {
  readonly names: NameIndex
  /** The subcategories of each name. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>
}

/** The rules of a language, from `packages/content/fluency`. */
export type FluencyRules = Inflection & {
  /** remarks that are no answers: "what else", "I can't think of any" */
  readonly asides: NameIndex
  /** names of people and places, which do not count in a letter task */
  readonly properNames: ReadonlySet<string>
  /** words that may be a name, a remark or an answer; the examiner decides */
  readonly doubtful: ReadonlySet<string>
  /** how words of a letter task sound, for their clusters; absent: they have none */
  readonly sounds?: Sounds
}

export type Choice = 'count' | 'repetition' | 'intrusion'

/** What an examiner decided about a word; `beside` is the earlier word to whose family it may belong, or "". */
export type Decide = (word: string, beside: string) => Choice | undefined

export type Outcome = 'valid' | 'repetition' | 'intrusion' | 'undecided'

/** `name` is the same for two answers that are one. `asked`: an examiner decides, or has decided. */
export type Answer = {
  readonly word: string
  readonly name: string
  readonly startS: number | null
  readonly outcome: Outcome
  readonly asked: { readonly beside: string; readonly choice: Choice | null } | null
}

/**
 * `isCapital`: written with a capital that begins no sentence. `isEnd`: before a comma, a word that is left out or the
 * like; no name goes on. `isRepeated`: a person marked it as a repetition.
 */
type Token = { text: string; startS: number | null; isCapital: boolean; isEnd: boolean; isRepeated: boolean }

/** A word as it is compared with the names of a category: without accents, which many people leave out. */
export const comparable = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('œ', 'oe').replaceAll('æ', 'ae')

/** The words of a name or a phrase, as they are compared. */
export const comparableWords = (text: string, elisions: readonly string[]): string[] =>
  splitWords(text, elisions).flatMap((word) => comparable(word).split('-'))

/** The answers among the spoken words, in their order, with the outcome of each. */
export function judgeAnswers(
  words: readonly SpokenWord[],
  task: FluencyTask,
  lists: WordLists,
  rules: FluencyRules,
  decide: Decide,
): Answer[] {
  const judge =
    task.kind === 'letter' ? letterJudge(task.letters, lists, rules) : categoryJudge(task.category, lists, rules)
  const tokens = words.flatMap((word, index) => {
    const beside = { previous: words[index - 1], next: words[index + 1] }
    return isAnswering(word) ? tokensOf(word, beside, lists, task.kind === 'category') : []
  })
  const bases = tokens.map(({ text }) => [comparable(text)])
  const answers: Answer[] = []
  for (let at = 0; at < tokens.length; ) {
    const aside = longestName(rules.asides, (index) => (goesOn(tokens, at, index) ? bases[at + index] : undefined))
    const found = judge(tokens, at, answers)
    const isAside = aside !== null && (found === null || isRemark(aside.length, found, task))
    if (!isAside && found !== null) answers.push(settled(found, tokens[at]!, answers, decide))
    at += isAside ? aside.length : (found?.length ?? 1)
  }
  return answers
}

/** One answer at a token; null: the token is none. `same` is the name that it shares with an earlier answer. */
type Found = { length: number; word: string; name: string; verdict: 'right' | 'wrong' | 'unknown'; beside?: string }
type Judge = (tokens: readonly Token[], at: number, before: readonly Answer[]) => Found | null

/** A remark is longer than the answer in it: "for example". Of the same length, an answer that may be right is one. */
const isRemark = (length: number, { length: found, verdict }: Found, { kind }: FluencyTask) =>
  length > found || (length === found && (verdict === 'wrong' || (verdict === 'unknown' && kind === 'category')))

function settled(found: Found, { startS, isRepeated }: Token, before: readonly Answer[], decide: Decide): Answer {
  const { word, name, verdict, beside = '' } = found
  const isNew = before.every((answer) => answer.outcome !== 'valid' || answer.name !== name)
  const counted = isNew ? 'valid' : 'repetition'
  if (isRepeated && verdict !== 'wrong') return { word, name, startS, outcome: 'repetition', asked: null }
  if (verdict === 'right') return { word, name, startS, outcome: counted, asked: null }
  if (verdict === 'wrong') return { word, name, startS, outcome: 'intrusion', asked: null }
  const choice = decide(word, beside) ?? null
  const outcome = choice === null ? 'undecided' : choice === 'count' ? counted : choice
  return { word, name, startS, outcome, asked: { beside, choice } }
}

/** Words that a person marked as no words are no answers. */
const isAnswering = (word: SpokenWord) => isCounted(word) && !hasMark(word, 'filler') && !hasMark(word, 'fragment')

function tokensOf(
  word: SpokenWord,
  { previous, next }: { previous: SpokenWord | undefined; next: SpokenWord | undefined },
  lists: WordLists,
  isSplit: boolean,
): Token[] {
  const { text, startS } = word
  const isRepeated = hasMark(word, 'repetition')
  const beginsSentence = previous === undefined || /[.?!…]\P{L}*$/u.test(previous.text)
  const isCapital = !beginsSentence && /^\P{L}*\p{Lu}\p{Ll}/u.test(text)
  const endsPhrase = (next !== undefined && !isCounted(next)) || /[,;:!?…]\P{L}*$|\p{L}{2}\.\P{L}*$/u.test(text)
  return splitWords(text, lists.elisions)
    .flatMap((one) => (isSplit ? one.split('-') : [one]))
    .filter((one) => one !== '' && !lists.fillers.has(one))
    .map((one, index, all) => ({
      text: one,
      startS,
      isCapital,
      isEnd: endsPhrase && index === all.length - 1,
      isRepeated,
    }))
}

/** Whether a name that begins at a token may go on to the token `index` further. */
const goesOn = (tokens: readonly Token[], at: number, index: number) => index === 0 || !tokens[at + index - 1]!.isEnd

/** The longest name of the category. Any other word that carries content goes to the examiner. */
function categoryJudge({ names }: Category, { stopWords }: WordLists, rules: FluencyRules): Judge {
  const forms = new Map<string, string[]>()
  const formsOf = (token: Token | undefined) => {
    if (token === undefined) return undefined
    const known = forms.get(token.text) ?? [...new Set(nounForms(token.text, rules).map(comparable))]
    forms.set(token.text, known)
    return known
  }
  return (tokens, at) => {
    const { text } = tokens[at]!
    const found = longestName(names, (index) => (goesOn(tokens, at, index) ? formsOf(tokens[at + index]) : undefined))
    if (found !== null) {
      const word = tokens.slice(at, at + found.length).map((token) => token.text)
      return { length: found.length, word: word.join(' '), name: found.name, verdict: 'right' }
    }
    return stopWords.has(text) ? null : { length: 1, word: text, name: text, verdict: 'unknown' }
  }
}

/** If every word has a capital, capitals carry no information. */
const hasSmall = (tokens: readonly Token[]) => tokens.slice(1).some(({ isCapital }) => !isCapital)

/**
 * Words with the letter. Forms of one word are one answer. What may be a name, or of the family of an earlier answer,
 * goes to the examiner.
 */
function letterJudge(letters: readonly string[], { stopWords }: WordLists, rules: FluencyRules): Judge {
  const hasLetter = (text: string) => letters.some((letter) => comparable(text).startsWith(comparable(letter)))
  return (tokens, at, before) => {
    const { text, isCapital } = tokens[at]!
    if (text.length === 1) return null // the letter itself, or a word that introduces another
    const found = { length: 1, word: text, name: text }
    if (!hasLetter(text)) return stopWords.has(text) ? null : { ...found, verdict: 'wrong' }
    if (rules.properNames.has(text)) return { ...found, verdict: 'wrong' }
    const forms = new Set(wordForms(text, rules))
    const counted = before.filter(({ outcome }) => outcome === 'valid')
    const same = counted.find(({ word }) => !forms.isDisjointFrom(new Set(wordForms(word, rules))))
    if (same !== undefined) return { ...found, name: same.name, verdict: 'right' }
    const isName = isCapital && hasSmall(tokens)
    if (rules.doubtful.has(text) || isName) return { ...found, verdict: 'unknown' }
    const stems = familyStems(text, rules)
    const related = counted.find(({ word }) => !stems.isDisjointFrom(familyStems(word, rules)))
    return related === undefined
      ? { ...found, verdict: 'right' }
      : { ...found, verdict: 'unknown', beside: related.word }
  }
}
