import type { TranscriptWord, TypedWord, WordMark, WordSpeaker } from '@fonema/contract'
import { pieceOf } from './pieces.ts'

/** A word on the workbench. Its id stays through every edit and is never sent. */
export type EditWord = {
  readonly id: number
  readonly text: string
  /** Seconds from the start of the marked window; null: nobody measured it. */
  readonly start: number | null
  readonly end: number | null
  readonly speaker: WordSpeaker
  readonly marks: readonly WordMark[]
  /** The recogniser's probability; null: it gives none. */
  readonly confidence: number | null
  readonly doubt: NonNullable<TranscriptWord['doubt']> | null
  /** A person typed or confirmed it. */
  readonly isConfirmed: boolean
}

/** The words and the place of the current one; −1: there is none. */
export type Edited = { readonly words: readonly EditWord[]; readonly at: number }

/** Words below this confidence are looked at first. The confidence is not calibrated: it orders, it decides nothing. */
const sureFrom = 0.8
const longestWord = 200

export type Edge = 'start' | 'end'
/** What a key moves an edge by, s. */
const edgeStep = 0.01
/** An edge comes no nearer to the other one, s. */
const shortestWord = 0.02

const splitText = (text: string): string[] =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .split(/\s+/u)
    .flatMap((word) => word.match(new RegExp(`.{1,${longestWord}}`, 'gsu')) ?? [])

/** @param isTyped a person typed or confirmed the version */
export function openWords(words: readonly TranscriptWord[], isTyped: boolean): Edited {
  const parts = words.flatMap(({ text, start, end, speaker, marks, confidence, doubt }) =>
    inParts(
      {
        id: 0,
        text,
        start,
        end,
        speaker: speaker ?? 'participant',
        marks: marks ?? [],
        confidence: confidence ?? null,
        doubt: doubt ?? null,
        isConfirmed: isTyped,
      },
      splitText(text),
    ),
  )
  return { words: parts.map((word, id) => ({ ...word, id })), at: parts.length === 0 ? -1 : 0 }
}

/** The words as they are saved, without those that nobody heard and nobody confirmed. */
export function toTyped({ words }: Edited): TypedWord[] {
  let latest = 0
  return words.filter(isKept).map(({ text, start, end, speaker, marks }) => {
    // Recognisers may place the first sound a little before the recording. A time that runs back is no time.
    const begin = start === null || start < latest - 0.5 ? null : Math.max(start, latest, 0)
    if (begin !== null) latest = begin
    return {
      text,
      start: begin,
      end: begin === null || end === null ? null : Math.max(begin, end),
      ...(speaker !== 'participant' && { speaker }),
      ...(marks.length > 0 && { marks: [...marks] }),
    }
  })
}

export const isKept = ({ doubt, isConfirmed }: EditWord): boolean => doubt === null || isConfirmed

/** Nobody confirmed it, and the recogniser doubts it, is not sure, or does not say how sure it is. */
export const isUncertain = ({ isConfirmed, doubt, confidence }: EditWord): boolean =>
  !isConfirmed && (doubt !== null || confidence === null || confidence < sureFrom)

/** The place of the next uncertain word after (1) or before (−1) the current one; null: there is none. */
export function nextUncertain({ words, at }: Edited, by: 1 | -1): number | null {
  for (let place = at + by; place >= 0 && place < words.length; place += by)
    if (isUncertain(words[place]!)) return place
  return null
}

export const moveTo = (edited: Edited, at: number): Edited =>
  at === edited.at || at < 0 || at >= edited.words.length ? edited : { ...edited, at }

/** Replaces the current word. Spaces split it; no text removes it. The last part is current then. */
export function retype(edited: Edited, text: string): Edited {
  const { words, at } = edited
  const word = words[at]
  const texts = splitText(text)
  if (word === undefined) return edited
  if (texts.length === 0) return remove(edited)
  const parts = withIds(words, inParts(word, texts).map(confirmed))
  return { words: words.toSpliced(at, 1, { ...parts[0]!, id: word.id }, ...parts.slice(1)), at: at + parts.length - 1 }
}

/** Adds words without times after the current one, by the same speaker. */
export function insertAfter(edited: Edited, text: string): Edited {
  const { words, at } = edited
  const added = splitText(text).map((each) => ({
    id: 0,
    text: each,
    start: null,
    end: null,
    speaker: words[at]?.speaker ?? 'participant',
    marks: [],
    confidence: null,
    doubt: null,
    isConfirmed: true,
  }))
  if (added.length === 0) return edited
  return { words: words.toSpliced(at + 1, 0, ...withIds(words, added)), at: at + added.length }
}

/** Joins the current word with the one before, unless somebody else said that one. */
export function join(edited: Edited): Edited {
  const { words, at } = edited
  const [before, word] = [words[at - 1], words[at]]
  if (before === undefined || word === undefined || before.speaker !== word.speaker) return edited
  const text = before.text + word.text
  if (text.length > longestWord) return edited
  const joined = {
    ...before,
    text,
    end: before.start === null ? null : word.end,
    marks: [...new Set([...before.marks, ...word.marks])],
    doubt: null,
    isConfirmed: true,
  }
  return { words: words.toSpliced(at - 1, 2, joined), at: at - 1 }
}

/** Gives a word without a time the gap between its neighbours; edges are moved from there. */
function placed(words: readonly EditWord[], at: number, length: number): { start: number; end: number } | null {
  const { start, end } = words[at]!
  if (start !== null) return { start, end: end ?? pieceOf(words, at)!.end }
  const piece = pieceOf(words, at) ?? { start: 0, end: shortestWord }
  const until = Math.min(piece.end, words.slice(at + 1).find((word) => word.start !== null)?.start ?? length)
  return until - piece.start < shortestWord ? null : { start: piece.start, end: until }
}

/**
 * Moves an edge of the current word towards a moment, as far as it may: inside the recording, past no word of the same
 * speaker, and with all words still in the order of their beginnings.
 *
 * @param length seconds of the recording
 */
export function moveEdge(edited: Edited, edge: Edge, seconds: number, length: number): Edited {
  const { words, at } = edited
  const word = words[at]
  const times = word === undefined ? null : placed(words, at, length)
  if (word === undefined || times === null) return edited
  const before = words.slice(0, at).filter((each) => each.start !== null)
  const after = words.slice(at + 1).filter((each) => each.start !== null)
  const isSame = (each: EditWord) => each.speaker === word.speaker
  const least = Math.max(
    0,
    ...before.map((each) => (isSame(each) ? Math.max(each.start!, each.end ?? each.start!) : each.start!)),
  )
  const most = Math.min(length, ...after.filter(isSame).map(({ start }) => start!))
  const latestStart = Math.min(times.end - shortestWord, ...after.map(({ start }) => start!))
  const moved =
    edge === 'start'
      ? { start: clamp(seconds, least, latestStart), end: times.end }
      : { start: times.start, end: clamp(seconds, times.start + shortestWord, most) }
  if (moved.start === null || moved.end === null) return edited
  if (moved.start === word.start && moved.end === word.end) return edited
  return change(edited, (each) => ({ ...each, start: moved.start, end: moved.end }))
}

/** Null: there is no such moment. */
const clamp = (seconds: number, least: number, most: number): number | null =>
  least > most ? null : Math.round(1000 * Math.max(least, Math.min(seconds, most))) / 1000

/** Moves an edge by a step of the keyboard. The first step of a word without a time gives it one. */
export function nudgeEdge(edited: Edited, edge: Edge, by: 1 | -1, length: number): Edited {
  const times = edited.words[edited.at] === undefined ? null : placed(edited.words, edited.at, length)
  return times === null ? edited : moveEdge(edited, edge, times[edge] + by * edgeStep, length)
}

export function remove({ words, at }: Edited): Edited {
  const left = words.filter((_, place) => place !== at)
  return { words: left, at: Math.min(at, left.length - 1) }
}

export const confirm = (edited: Edited): Edited =>
  edited.words[edited.at]?.isConfirmed === false ? change(edited, confirmed) : edited

export const setSpeaker = (edited: Edited, speaker: WordSpeaker): Edited =>
  edited.words[edited.at]?.speaker === speaker ? edited : change(edited, (word) => ({ ...word, speaker }))

export const toggleMark = (edited: Edited, mark: WordMark): Edited =>
  change(edited, (word) => ({
    ...word,
    marks: word.marks.includes(mark) ? word.marks.filter((each) => each !== mark) : [...word.marks, mark],
  }))

const confirmed = (word: EditWord): EditWord => ({ ...word, isConfirmed: true })

function change(edited: Edited, how: (word: EditWord) => EditWord): Edited {
  const word = edited.words[edited.at]
  return word === undefined ? edited : { ...edited, words: edited.words.with(edited.at, how(word)) }
}

/** Copies of a word with these texts. They share its time by their letters. */
function inParts(word: EditWord, texts: readonly string[]): EditWord[] {
  const letters = texts.join('').length
  const { start, end } = word
  let before = 0
  return texts.map((text, index) => {
    const isFirst = index === 0
    const isLast = index === texts.length - 1
    const momentOf = (count: number) =>
      start === null || end === null ? null : start + ((end - start) * count) / letters
    const part = {
      ...word,
      text,
      start: isFirst ? start : momentOf(before),
      end: isLast ? end : momentOf(before + text.length),
    }
    before += text.length
    // Without an end, only the beginning of the first part was measured.
    return part.start === null ? { ...part, end: null } : part
  })
}

function withIds(words: readonly EditWord[], added: readonly EditWord[]): EditWord[] {
  const next = words.reduce((most, { id }) => Math.max(most, id), -1) + 1
  return added.map((word, index) => ({ ...word, id: next + index }))
}
