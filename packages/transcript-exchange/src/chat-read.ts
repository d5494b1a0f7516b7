import type { WordMark, WordSpeaker } from '@fonema/contract'
import { type ChatLine, linesOf } from './chat-lines.ts'
import { bulletMark, chatSpeakers } from './chat-write.ts'
import { checkWords, type ReadWord, refuseControlCharacters, wordOf } from './check.ts'
import { TranscriptFileError } from './problem.ts'
import { inOrder, Losses, type Read } from './transcript.ts'

type Said = { text: string; marks: Set<WordMark>; line: number }
type Utterance = { speaker: WordSpeaker; said: Said[]; times: (Times | null)[]; span: Times | null }
type Times = { start: number; end: number }

const deepest = 8
const examiners = /^(Investigator|Clinician|Therapist|Examiner|Interviewer|Doctor|Nurse|Teacher)$/
const participants = /^(Participant|Target_Child|Target_Adult|Patient|Subject|Speaker)$/

const token = new RegExp(
  [
    `${bulletMark}(?<from>\\d+)_(?<to>\\d+)${bulletMark}`,
    '(?<code>\\[[^\\[\\]]*\\])',
    '(?<open><)',
    '(?<close>>)',
    '(?<word>[^\\s<>\\[\\]\u0015]+)',
    '(?<wrong>\\S)',
  ].join('|'),
  'gu',
)

/** @throws {TranscriptFileError} */
export function readChat(text: string, duration: number): Read {
  refuseControlCharacters(text, bulletMark)
  const losses = new Losses()
  const lines = linesOf(text)
  const roles = new Map<string, WordSpeaker>()
  const utterances: Utterance[] = []
  for (const line of lines) {
    if (line.kind === '@') {
      if (line.name === 'Participants') for (const one of line.text.split(',')) addRole(roles, one)
    } else if (line.kind === '*') utterances.push(utteranceOf(line, roles, losses))
    else if (line.name === 'wor' && utterances.length > 0) utterances.at(-1)!.times = timesOf(line)
    else losses.add('ignored')
  }
  const words = utterances.flatMap(({ speaker, said, times, span }) => {
    // With another number of words than the main line, the times belong to other words.
    const known = times.length === said.length ? times : said.length === 1 ? [span] : []
    if (known.length === 0 && span !== null) losses.add('times_of_words', said.length)
    return said.map(({ text, marks, line }, i): ReadWord => {
      const time = known[i] ?? null
      const facts = { speaker: speaker === 'participant' ? undefined : speaker, marks: [...marks] }
      return { ...wordOf(text, time?.start ?? null, time?.end ?? null, facts), line }
    })
  })
  return { format: 'chat', words: checkWords(inOrder(words), duration), losses: losses.list() }
}

function addRole(roles: Map<string, WordSpeaker>, participant: string) {
  const parts = participant.trim().split(/\s+/)
  const [code = ''] = parts
  const role = parts.at(-1) ?? ''
  const own = Object.entries(chatSpeakers).find(([, known]) => known.code === code)?.[0] as WordSpeaker | undefined
  roles.set(code, own ?? (examiners.test(role) ? 'examiner' : participants.test(role) ? 'participant' : 'other'))
}

function utteranceOf(
  { name, text, line }: ChatLine,
  roles: ReadonlyMap<string, WordSpeaker>,
  losses: Losses,
): Utterance {
  const speaker = roles.get(name)
  if (speaker === undefined) throw new TranscriptFileError('unknown_speaker', line, `*${name}`)
  const said: Said[] = []
  const opened: number[] = []
  let span: Times | null = null
  /** Where the words begin to which a code in brackets applies. */
  let scope = 0
  for (const match of text.matchAll(token)) {
    const { from, to, code, open, close, word, wrong } = match.groups!
    if (wrong !== undefined) throw new TranscriptFileError('wrong_syntax', line, wrong)
    if (from !== undefined) span = bulletOf(from, to!, line)
    else if (open !== undefined) {
      if (opened.push(said.length) > deepest) throw new TranscriptFileError('too_deep', line)
    } else if (close !== undefined) scope = opened.pop() ?? refuse(line, '>')
    else if (code !== undefined) applyCode(code, said.slice(scope), losses)
    else {
      const one = wordIn(word!, line, losses)
      if (one === null) continue
      scope = said.length
      said.push(one)
    }
  }
  if (opened.length > 0) refuse(line, '<')
  return { speaker, said, times: [], span }
}

function refuse(line: number, place: string): never {
  throw new TranscriptFileError('unclosed', line, place)
}

function applyCode(code: string, words: readonly Said[], losses: Losses) {
  const mark: WordMark | undefined =
    code === '[/]' ? 'repetition' : code === '[?]' ? 'unintelligible' : /^\[\*/.test(code) ? 'paraphasia' : undefined
  if (mark === undefined) losses.add('ignored')
  else for (const { marks } of words) marks.add(mark)
}

/** A word of the main line; null for what is no word: terminators, pauses, events. */
function wordIn(token: string, line: number, losses: Losses): Said | null {
  if (/^(?:[.?!,;:„‡…]|\+.*)$/u.test(token)) return null
  if (/^(?:\([.\d:]+\)|&[=*].*|0.*|www|[#~≠≈↑↓]+)$/u.test(token)) {
    losses.add('ignored')
    return null
  }
  const marks = new Set<WordMark>()
  if (/^&-/.test(token)) marks.add('filler')
  else if (/^&[+~]?/.test(token)) marks.add('fragment')
  const bare = token.replace(/^&[-+~]?/, '')
  if (bare === 'xxx' || bare === 'yyy') marks.add('unintelligible')
  const [form = '', ...special] = bare.split('@')
  if (special.some((one) => one === 'z:name')) marks.add('name')
  if (special.some((one) => one !== 'z:name')) losses.add('ignored')
  // Sounds in brackets are not said; the other signs stand for how a sound is said.
  const text = form
    .replace(/\([^()]*\)/g, '')
    .replace(/[:^ː()]/g, '')
    .replace(/\+/g, '-')
  if (text !== form) losses.add('ignored')
  if (text === '') return null
  return { text, marks, line }
}

const bulletOf = (from: string, to: string, line: number): Times => {
  const [start, end] = [Number(from) / 1000, Number(to) / 1000]
  if (!Number.isFinite(start) || !Number.isFinite(end)) throw new TranscriptFileError('bad_time', line, `${from}_${to}`)
  if (end < start) throw new TranscriptFileError('end_before_start', line, `${from}_${to}`)
  return { start, end }
}

/** The times of the tier `%wor`: of each word, or null. */
function timesOf({ text, line }: ChatLine): (Times | null)[] {
  const times: (Times | null)[] = []
  for (const { groups } of text.matchAll(token)) {
    const { from, to, word } = groups!
    if (from !== undefined) {
      if (times.length === 0) throw new TranscriptFileError('wrong_syntax', line, `${from}_${to}`)
      times[times.length - 1] = bulletOf(from, to!, line)
    } else if (word !== undefined && !/^(?:[.?!,;:„‡]|\+.*)$/u.test(word)) times.push(null)
  }
  return times
}
