import { wordMarks, wordSpeakers } from '@fonema/contract/word-marks'
import type { Edited, EditWord } from './edits.ts'

type WorkDraft = { words: readonly EditWord[]; at: number; version: number }

export const draftOf = ({ words, at }: Edited, version: number): WorkDraft => ({ words, at, version })

/** @returns null for what another release stored in another form */
export function readDraft(values: unknown): { edited: Edited; version: number } | null {
  const { words, at, version } = (values ?? {}) as Partial<WorkDraft>
  if (!Array.isArray(words) || typeof version !== 'number' || !words.every(isEditWord)) return null
  const place = typeof at === 'number' && at >= 0 && at < words.length ? at : words.length === 0 ? -1 : 0
  return { edited: { words, at: place }, version }
}

const isEditWord = (word: unknown): word is EditWord => {
  if (typeof word !== 'object' || word === null) return false
  const { id, text, start, end, confidence, doubt, isConfirmed, speaker, marks } = word as Record<string, unknown>
  return (
    typeof id === 'number' &&
    typeof text === 'string' &&
    typeof isConfirmed === 'boolean' &&
    [start, end, confidence].every((value) => value === null || Number.isFinite(value)) &&
    (doubt === null || typeof doubt === 'string') &&
    wordSpeakers.some((name) => name === speaker) &&
    Array.isArray(marks) &&
    marks.every((mark) => wordMarks.includes(mark))
  )
}
