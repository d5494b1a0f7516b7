import type { TypedWord, WordSpeaker } from '@fonema/contract'
import { checkWords, type ReadWord, refuseControlCharacters, wordOf } from './check.ts'
import { TranscriptFileError } from './problem.ts'
import {
  inOrder,
  Losses,
  orderly,
  phrasesOf,
  type Read,
  roundedWords,
  spanOf,
  speakerOf,
  type Transcript,
  type Written,
} from './transcript.ts'

const voices: Readonly<Record<WordSpeaker, string>> = {
  participant: 'Participant',
  examiner: 'Examiner',
  other: 'Other',
}
const speakers = new Map(Object.entries(voices).map(([speaker, voice]) => [voice, speaker as WordSpeaker]))

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const stamp = (milliseconds: number) => {
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  const seconds = Math.floor(milliseconds / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((one) => part(one, 2))
  return `${clock.join(':')}.${part(milliseconds % 1000, 3)}`
}

type Cue = { start: number; end: number; phrases: TypedWord[][] }

/**
 * Subtitles: a cue for each phrase. Only a cue of one word keeps the word's time; marks are lost. Phrases without any
 * time are in the cue before.
 */
export function writeVtt({ words, duration }: Transcript): Written {
  const losses = new Losses()
  const known = orderly({ words, duration })
  const cues: Cue[] = []
  const waiting: TypedWord[][] = []
  for (const phrase of phrasesOf(known)) {
    const span = spanOf(phrase)
    if (span !== null) cues.push({ ...span, phrases: [...waiting.splice(0), phrase] })
    else (cues.at(-1)?.phrases ?? waiting).push(phrase)
  }
  if (waiting.length > 0) cues.push({ start: 0, end: Math.max(1, Math.round(duration * 1000)), phrases: waiting })
  for (const { phrases } of cues) {
    const words = phrases.flat()
    losses.add('times_of_words', words.length === 1 ? 0 : words.filter(({ start }) => start !== null).length)
  }
  losses.add('times_rounded', roundedWords(known))
  losses.add('untimed', known.filter(({ start }) => start === null).length)
  losses.add(
    'marks',
    known.reduce((sum, { marks = [] }) => sum + marks.length, 0),
  )
  const blocks = cues.map(
    ({ start, end, phrases }) => `${stamp(start)} --> ${stamp(end)}\n${phrases.map(lineOf).join('\n')}`,
  )
  return { text: `${['WEBVTT', ...blocks].join('\n\n')}\n`, losses: losses.list() }
}

const lineOf = (phrase: readonly TypedWord[]) =>
  `<v ${voices[speakerOf(phrase[0]!)]}>${escaped(phrase.map(({ text }) => text).join(' '))}</v>`

/** @throws {TranscriptFileError} */
export function readVtt(text: string, duration: number): Read {
  refuseControlCharacters(text)
  const losses = new Losses()
  const lines = text.split(/\r\n|\r|\n/)
  if (!/^WEBVTT([ \t]|$)/.test(lines[0] ?? '')) throw new TranscriptFileError('unknown_format', 1)
  const words: ReadWord[] = []
  let block: string[] = []
  for (let at = 1; at <= lines.length; at++) {
    const line = lines[at] ?? ''
    if (line !== '') {
      block.push(line)
      continue
    }
    words.push(...wordsOfBlock(block, at - block.length + 1, losses))
    block = []
  }
  return { format: 'vtt', words: checkWords(inOrder(words), duration), losses: losses.list() }
}

function wordsOfBlock(block: readonly string[], line: number, losses: Losses): ReadWord[] {
  if (block.length === 0) return []
  const timing = block.findIndex((one) => one.includes('-->'))
  if (/^(NOTE|STYLE|REGION)\b/.test(block[0]!) || timing < 0) {
    losses.add('ignored', block[0]!.startsWith('NOTE') ? 0 : 1)
    return []
  }
  if (timing > 1) throw new TranscriptFileError('wrong_syntax', line + timing)
  const at = line + timing
  const [, from, to] = /^\s*(\S+)\s+-->\s+(\S+)/.exec(block[timing]!) ?? []
  if (from === undefined || to === undefined) throw new TranscriptFileError('bad_time', at, block[timing])
  const start = secondsOf(from, at)
  const end = secondsOf(to, at)
  if (end < start) throw new TranscriptFileError('end_before_start', at, block[timing])
  const said = block.slice(timing + 1).flatMap((one, i) => saidIn(one, at + 1 + i, losses))
  if (said.length > 1) losses.add('times_of_words', said.length)
  return said.map(({ text, speaker, line }) => ({
    ...wordOf(text, said.length === 1 ? start : null, said.length === 1 ? end : null, { speaker }),
    line,
  }))
}

function secondsOf(stamp: string, line: number): number {
  const [, hours = '0', minutes, seconds, thousandths] =
    /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(stamp) ?? []
  if (minutes === undefined) throw new TranscriptFileError('bad_time', line, stamp)
  return (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(thousandths)) / 1000
}

/** The words of a line. Tags other than voices are left out. */
function saidIn(text: string, line: number, losses: Losses) {
  const found: { text: string; speaker: WordSpeaker | undefined; line: number }[] = []
  let speaker: WordSpeaker | undefined
  for (const [, tag, plain = ''] of text.matchAll(/<([^<>]*)>|([^<]+|<)/g)) {
    if (tag !== undefined) {
      const voice = /^v(?:\.[^\s]*)?[ \t]+(.+)$/.exec(tag)?.[1]?.trim()
      if (voice === undefined) continue
      const known = speakers.get(voice)
      if (known === undefined) losses.add('speakers')
      speaker = known === 'participant' ? undefined : (known ?? 'other')
    } else {
      const said = plain.replace(/&(\w{2,4});/g, (whole, name: string) => entities[name] ?? whole)
      for (const word of said.split(/\s+/).filter(Boolean)) found.push({ text: word, speaker, line })
    }
  }
  return found
}
