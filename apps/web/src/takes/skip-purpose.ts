import type { TextKey } from '../ui/i18n.ts'

/** Why an item was not recorded. The codes are sent to the server; `other` carries the examiner's own text. */
export const skipPurposes = ['fatigue', 'refusal', 'not_understood', 'technical_problem', 'other'] as const
export type SkipPurpose = (typeof skipPurposes)[number]

const otherPrefix = 'other: '
/** The server accepts 500 characters, including the prefix. */
export const longestOtherPurpose = 500 - otherPrefix.length

/** The text to send to the server; null without a choice, or for `other` without a text. */
export function purposeToSend(purpose: SkipPurpose | null, other: string): string | null {
  if (purpose !== 'other') return purpose
  const text = other.trim()
  return text === '' || text.length > longestOtherPurpose ? null : otherPrefix + text
}

/** Parses a stored purpose: one of the list, or a text, which may be older than the list. */
export function readPurpose(stored: string): { purpose: SkipPurpose; other: string | null } {
  const known = skipPurposes.find((purpose) => purpose === stored)
  if (known !== undefined && known !== 'other') return { purpose: known, other: null }
  return { purpose: 'other', other: stored.startsWith(otherPrefix) ? stored.slice(otherPrefix.length) : stored }
}

/** The text key of each purpose. */
export const purposeTexts: Record<SkipPurpose, TextKey> = {
  fatigue: 'responses__record__skip_fatigue',
  refusal: 'responses__record__skip_refusal',
  not_understood: 'responses__record__skip_not_understood',
  technical_problem: 'responses__record__skip_technical_problem',
  other: 'responses__record__skip_another',
}
