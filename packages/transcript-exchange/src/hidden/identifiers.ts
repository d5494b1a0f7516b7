import { phraseAt, type Token, tokensOf } from './tokens.ts'
import { type Vocabulary, vocabulariesOf } from './vocabulary.ts'

export const identifierKinds = ['name', 'date', 'number', 'email', 'address'] as const
export type IdentifierKind = (typeof identifierKinds)[number]

/** Words that may identify somebody: from the first to before `to`. */
export type Identifier = { from: number; to: number; kind: IdentifierKind }

/**
 * Dates, telephone and identity numbers, e-mail and postal addresses, and names after "my name is" and titles, in the
 * words of a transcript: in figures and in words. These are suggestions: names in general are not found by pattern.
 */
export function identifiersIn(words: readonly string[], language: string): Identifier[] {
  const found = vocabulariesOf(language).flatMap((vocabulary) => {
    const tokens = tokensOf(words, vocabulary)
    return [
      ...emails(tokens, vocabulary),
      ...numbers(tokens, vocabulary),
      ...dates(tokens, vocabulary),
      ...addresses(tokens, vocabulary),
      ...names(tokens, vocabulary),
    ]
  })
  const unique = new Map(found.map((one) => [`${one.from} ${one.to} ${one.kind}`, one]))
  return [...unique.values()].sort((a, b) => a.from - b.from || a.to - b.to)
}

function* emails(tokens: readonly Token[], { at, dot }: Vocabulary): Generator<Identifier> {
  for (const [i, { raw, plain }] of tokens.entries()) {
    if (/[^\s@]+@[^\s@]+/.test(raw)) yield { from: i, to: i + 1, kind: 'email' }
    if (!at.has(plain)) continue
    // Spoken: "ana punto gómez arroba correo punto com".
    const first = tokens.slice(i + 1, i + 5).findIndex((token) => dot.has(token.plain))
    if (first < 0) continue
    let to = i + 1 + first + 2
    while (dot.has(tokens[to]?.plain ?? '')) to += 2
    let from = i - 1
    while (dot.has(tokens[from - 1]?.plain ?? '')) from -= 2
    yield { from: Math.max(0, from), to: Math.min(to, tokens.length), kind: 'email' }
  }
  for (const [i, { plain }] of tokens.entries())
    if (/^(?:https?:|www\.)/.test(plain)) yield { from: i, to: i + 1, kind: 'email' }
}

const fewestDigits = 6
const fewestAfterKeyword = 4

function* numbers(tokens: readonly Token[], { joints, phone, document }: Vocabulary): Generator<Identifier> {
  for (let from = 0; from < tokens.length; ) {
    if (tokens[from]!.digits === 0) {
      if (isCode(tokens[from]!)) yield { from, to: from + 1, kind: 'number' }
      from++
      continue
    }
    let to = from + 1
    while (to < tokens.length && (tokens[to]!.digits > 0 || (joints.has(tokens[to]!.plain) && tokens[to + 1]?.digits)))
      to++
    const run = tokens.slice(from, to)
    const digits = run.reduce((sum, token) => sum + token.digits, 0)
    const before = tokens.slice(Math.max(0, from - 5), from)
    const isAnnounced = before.some(({ plain }) => phone.has(plain) || document.has(plain))
    if (digits >= (isAnnounced ? fewestAfterKeyword : fewestDigits) && (isAnnounced || !isCounting(run)))
      yield { from, to, kind: 'number' }
    from = to
  }
}

/** A code of letters and at least four figures, as on passports and identity cards. */
const isCode = ({ plain }: Token) =>
  plain.length >= 6 && /\p{L}/u.test(plain) && plain.replace(/\D/g, '').length >= 4 && /^[\p{L}\d.-]+$/u.test(plain)

const longestStep = 10

/** Counting, forwards or backwards: most steps are the same, and short. It is a task, not a telephone number. */
function isCounting(run: readonly Token[]): boolean {
  const values = countedIn(run)
  if (values.length < 4 || values.includes(null)) return false
  const steps = values.slice(1).map((value, i) => value! - values[i]!)
  const counts = new Map<number, number>()
  for (const step of steps)
    if (step !== 0 && Math.abs(step) <= longestStep) counts.set(step, (counts.get(step) ?? 0) + 1)
  return Math.max(0, ...counts.values()) >= 0.75 * steps.length
}

/** The values of the numbers; "thirty one" and "treinta y uno" are one number. */
function countedIn(run: readonly Token[]): (number | null)[] {
  const values: (number | null)[] = []
  let isTens = false
  for (const { digits, value } of run) {
    if (digits === 0) continue
    const last = values.at(-1)
    if (isTens && value !== null && value > 0 && value < 10) values[values.length - 1] = last! + value
    else values.push(value)
    isTens = value !== null && value >= 20 && value < 100 && value % 10 === 0 && values.at(-1) === value
  }
  return values
}

function* dates(tokens: readonly Token[], { months, joints, born }: Vocabulary): Generator<Identifier> {
  for (const [i, token] of tokens.entries()) {
    if (isDateInFigures(token.plain)) yield { from: i, to: i + 1, kind: 'date' }
    for (const phrase of born) {
      const length = phraseAt(tokens, i, phrase)
      const to = length === 0 ? i : endOfNumber(tokens, i + length, joints)
      if (to > i + length) yield { from: i + length, to, kind: 'date' }
    }
    if (!months.has(token.plain)) continue
    const day = dayBefore(tokens, i, joints)
    let to = i + 1
    // "March 5th, 1978", "marzo de 1978".
    const after = joints.has(tokens[to]?.plain ?? '') ? to + 1 : to
    const end = endOfNumber(tokens, after, joints)
    const isNumbered = end > after && (isTelling(tokens[after]!) || day < i)
    if (isNumbered) to = end
    if (day < i || isNumbered) yield { from: day, to, kind: 'date' }
  }
}

/** Figures, two digits or an ordinal: "un", "one" and "um" are mostly no numbers. */
const isTelling = ({ plain, digits }: Token) => digits > 1 || /\d/.test(plain) || /(?:st|nd|rd|th)$/.test(plain)

const isDateInFigures = (plain: string) => {
  const [, a, b, c] = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{2,4})$/.exec(plain) ?? []
  if (a === undefined) return false
  const [first, second, third] = [Number(a), Number(b), Number(c)]
  const isDay = (day: number) => day >= 1 && day <= 31
  return (isDay(first) || a.length === 4) && isDay(second) && (isDay(third) || third > 31)
}

/** Where the day before a month begins; the month itself, when there is none. */
function dayBefore(tokens: readonly Token[], month: number, joints: ReadonlySet<string>): number {
  let at = month - 1
  while (at >= 0 && at >= month - 2 && joints.has(tokens[at]!.plain)) at--
  const isDay = (token: Token | undefined) =>
    token !== undefined && token.value !== null && token.value >= 1 && token.value <= 31
  if (!isDay(tokens[at])) return month
  // "treinta y uno de marzo", "twenty first of March".
  const tens = joints.has(tokens[at - 1]?.plain ?? '') ? at - 2 : at - 1
  return isDay(tokens[tens]) && tokens[tens]!.value! >= 20 ? tens : at
}

function endOfNumber(tokens: readonly Token[], from: number, joints: ReadonlySet<string>): number {
  let at = from
  for (let i = from; i < Math.min(tokens.length, from + 9); i++) {
    if (tokens[i]!.digits > 0) at = i + 1
    else if (!joints.has(tokens[i]!.plain)) break
  }
  return at
}

function* addresses(
  tokens: readonly Token[],
  { streetBefore, streetAfter, joints }: Vocabulary,
): Generator<Identifier> {
  for (const [i, { plain }] of tokens.entries()) {
    if (streetBefore.has(plain)) {
      const end = endOfStreet(tokens, i + 1, joints)
      const from = (tokens[i - 1]?.digits ?? 0) > 0 ? i - 1 : i
      if (end > i + 1) yield { from, to: end, kind: 'address' }
    }
    if (streetAfter.has(plain) && i > 0) {
      let from = i
      while (from > 0 && from > i - 3 && isName(tokens[from - 1]!)) from--
      const number = tokens[from - 1] !== undefined && tokens[from - 1]!.digits > 0 ? from - 1 : from
      // "12 station road": a number up to two words before.
      const early = [i - 2, i - 3].find((at) => (tokens[at]?.digits ?? 0) > 0)
      const begin = Math.min(number, early ?? number)
      if (begin < i) yield { from: begin, to: i + 1, kind: 'address' }
    }
  }
}

const articles = new Set([
  'the',
  'a',
  'an',
  'this',
  'that',
  'my',
  'our',
  'your',
  'his',
  'her',
  'their',
  'in',
  'on',
  'at',
  'i',
])
const isName = ({ plain, isCapital, digits }: Token) => isCapital && digits === 0 && !articles.has(plain)

/** Up to the number of the house, at most five words on, or over the capital letters of the name. */
function endOfStreet(tokens: readonly Token[], from: number, joints: ReadonlySet<string>): number {
  for (let at = from; at < Math.min(tokens.length, from + 6); at++) {
    if (tokens[at]!.digits === 0 || !isTelling(tokens[at]!)) continue
    return endOfNumber(tokens, at, joints)
  }
  let end = from
  while (
    end < Math.min(tokens.length, from + 5) &&
    (tokens[end]!.isCapital || /^(?:de|del|da|do|la|du|des|los|las)$/.test(tokens[end]!.plain))
  )
    end++
  while (end > from && !tokens[end - 1]!.isCapital) end--
  return end
}

function* names(tokens: readonly Token[], { called, titles }: Vocabulary): Generator<Identifier> {
  for (const [i, { plain }] of tokens.entries()) {
    for (const phrase of called) {
      const length = phraseAt(tokens, i, phrase)
      if (length === 0 || tokens[i + length] === undefined) continue
      yield { from: i + length, to: Math.max(i + length + 1, endOfCapitals(tokens, i + length)), kind: 'name' }
    }
    const end = titles.has(plain) ? endOfCapitals(tokens, i + 1) : i + 1
    if (end > i + 1) yield { from: i + 1, to: end, kind: 'name' }
  }
}

function endOfCapitals(tokens: readonly Token[], from: number): number {
  let end = from
  while (end < Math.min(tokens.length, from + 4) && tokens[end]!.isCapital) end++
  return end
}
