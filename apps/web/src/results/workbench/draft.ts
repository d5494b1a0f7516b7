import { TranscriptWord } from '@fonema/contract'
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
  const { id, confidence, doubt, isConfirmed, ...rest } = word as Record<string, unknown>
  return (
    typeof id === 'number' &&
    typeof isConfirmed === 'boolean' &&
    (confidence === null || typeof confidence === 'number') &&
    (doubt === null || typeof doubt === 'string') &&
    typeof rest.speaker === 'string' &&
    Array.isArray(rest.marks) &&
    TranscriptWord.safeParse(rest).success
  )
}
