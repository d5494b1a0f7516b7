import { TypedWord, type WordMark, type WordSpeaker } from '@fonema/contract'
import {
  checkWords,
  type ReadWord,
  readMarks,
  readSpeaker,
  readTime,
  refuseControlCharacters,
  wordOf,
} from './check.ts'
import { TranscriptFileError } from './problem.ts'
import { tokensOf } from './textgrid-tokens.ts'
import { unplacedTier } from './textgrid-write.ts'
import { Losses, type Read } from './transcript.ts'

type Interval = { start: number; end: number; text: string; line: number }
type Point = { at: number; text: string; line: number }
type Tier = { name: string; line: number; intervals: Interval[]; points: Point[] }

const mostTiers = 200

/** @throws {TranscriptFileError} */
export function readTextGrid(text: string, duration: number): Read {
  refuseControlCharacters(text)
  const losses = new Losses()
  const { tiers, end } = tiersOf(text)
  if (Math.abs(end - duration) > 0.01) throw new TranscriptFileError('other_length', 0, `${end} ≠ ${duration}`)
  const named = new Map(tiers.map((tier) => [tier.name.trim().toLowerCase(), tier]))
  const used = new Set<Tier>()
  const take = (name: string) => {
    const tier = named.get(name)
    if (tier !== undefined) used.add(tier)
    return tier
  }
  const layers = [...named.keys()].flatMap((name) => {
    const match = /^words?(?: (\d{1,3}))?$/.exec(name)
    return match === null ? [] : [{ name, suffix: match[1] === undefined ? '' : ` ${match[1]}` }]
  })
  if (layers.length === 0) throw new TranscriptFileError('missing_words', 0, tiers.map(({ name }) => name).join(', '))
  const placed = layers.flatMap(({ name, suffix }) => {
    const marks = byInterval(take(`marks${suffix}`))
    const speakers = byInterval(take(`speaker${suffix}`))
    return take(name)!.intervals.flatMap((interval) => wordsIn(interval, speakers, marks, losses))
  })
  // Sorting keeps the order of words that start at once: that of their layers.
  placed.sort((a, b) => (a.start ?? a.after) - (b.start ?? b.after))
  const words: ReadWord[] = placed.map(({ after, ...word }) => word)
  for (const { place, word } of unplacedIn(take(unplacedTier))) words.splice(place, 0, word)
  losses.add('ignored', tiers.filter((tier) => !used.has(tier)).length)
  return { format: 'textgrid', words: checkWords(words, duration), losses: losses.list() }
}

/** The label of another tier belongs to a word when both intervals are the same. */
const byInterval = (tier: Tier | undefined) =>
  new Map(tier?.intervals.filter(({ text }) => text.trim() !== '').map((one) => [`${one.start} ${one.end}`, one]))

function wordsIn(
  { start, end, text, line }: Interval,
  speakers: ReadonlyMap<string, Interval>,
  marks: ReadonlyMap<string, Interval>,
  losses: Losses,
): (ReadWord & { after: number })[] {
  const parts = text.split(/\s+/).filter(Boolean)
  const at = `${start} ${end}`
  const said = speakers.get(at)
  const noted = marks.get(at)
  const facts: { speaker: WordSpeaker | undefined; marks: WordMark[] } = {
    speaker: said && readSpeaker(said.text, said.line),
    marks: noted === undefined ? [] : readMarks(noted.text, noted.line),
  }
  if (parts.length > 1) losses.add('split', parts.length)
  return parts.map((part) => ({
    ...(parts.length === 1 ? wordOf(part, start, end, facts) : wordOf(part, null, null, facts)),
    line,
    after: start,
  }))
}

function unplacedIn(tier: Tier | undefined): { place: number; word: ReadWord }[] {
  return (tier?.points ?? []).map(({ text, line }) => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw new TranscriptFileError('wrong_value', line, unplacedTier, { cause })
    }
    const [place, given] = Array.isArray(value) ? value : []
    const word = TypedWord.safeParse(given)
    if (!Number.isInteger(place) || place < 0 || !word.success)
      throw new TranscriptFileError('wrong_value', line, unplacedTier)
    return { place, word: { ...word.data, line } }
  })
}

function tiersOf(text: string): { tiers: Tier[]; end: number } {
  const tokens = tokensOf(text)
  const next = tokens.next
  const type = tokens.text()
  const kind = tokens.text()
  if (!type.startsWith('ooTextFile') || !/^TextGrid\b/.test(kind)) throw new TranscriptFileError('unknown_format', 1)
  const begin = readTime(tokens.number(), tokens.line())
  const end = readTime(tokens.number(), tokens.line())
  if (begin !== 0) throw new TranscriptFileError('other_length', tokens.line(), `xmin = ${begin}`)
  const flag = next()
  if (flag.kind !== 'flag' || flag.value !== '<exists>') throw new TranscriptFileError('missing_words', flag.line)
  const tiers = Array.from({ length: countOf(tokens, mostTiers) }, () => tierOf(tokens, end))
  return { tiers, end }
}

type Tokens = ReturnType<typeof tokensOf>

function countOf(tokens: Tokens, most: number): number {
  const count = readTime(tokens.number(), tokens.line())
  if (!Number.isInteger(count) || count < 0 || count > most)
    throw new TranscriptFileError('wrong_value', tokens.line(), `size = ${count}`)
  return count
}

function tierOf(tokens: Tokens, end: number): Tier {
  const kind = tokens.text()
  if (kind !== 'IntervalTier' && kind !== 'TextTier') throw new TranscriptFileError('wrong_value', tokens.line(), kind)
  const name = tokens.text()
  const tier: Tier = { name, line: tokens.line(), intervals: [], points: [] }
  const time = () => {
    const seconds = readTime(tokens.number(), tokens.line())
    if (seconds < 0 || seconds > end + 1e-9) throw new TranscriptFileError('outside', tokens.line(), `${seconds}`)
    return seconds
  }
  time()
  time()
  const count = countOf(tokens, 50_000)
  let before = 0
  for (let i = 0; i < count; i++) {
    const start = time()
    const line = tokens.line()
    if (start < before) throw new TranscriptFileError('overlap', line, `${start} < ${before}`)
    if (kind === 'TextTier') {
      tier.points.push({ at: start, text: tokens.text(), line: tokens.line() })
      before = start
      continue
    }
    const stop = time()
    if (stop < start) throw new TranscriptFileError('end_before_start', line, `${start} > ${stop}`)
    tier.intervals.push({ start, end: stop, text: tokens.text(), line: tokens.line() })
    before = stop
  }
  return tier
}
