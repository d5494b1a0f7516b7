import type { TextKey } from '../ui/i18n.ts'

/** Why an item was not recorded. The codes go to the server; `other` carries a text of the examiner's own. */
export const skipPurposes = ['fatigue', 'refusal', 'not_understood', 'technical_problem', 'other'] as const
export type SkipPurpose = (typeof skipPurposes)[number]

const otherPrefix = 'other: '
/** The server takes 500 letters, the prefix among them. */
export const longestOtherPurpose = 500 - otherPrefix.length

/** What is sent to the server; null when nothing was chosen, or `other` without a text. */
export function purposeToSend(purpose: SkipPurpose | null, other: string): string | null {
  if (purpose !== 'other') return purpose
  const text = other.trim()
  return text === '' || text.length > longestOtherPurpose ? null : otherPrefix + text
}

/** Reads what was stored: one of the list, or a text, which may also be older than the list. */
export function readPurpose(stored: string): { purpose: SkipPurpose; other: string | null } {
  const known = skipPurposes.find((purpose) => purpose === stored)
  if (known !== undefined && known !== 'other') return { purpose: known, other: null }
  return { purpose: 'other', other: stored.startsWith(otherPrefix) ? stored.slice(otherPrefix.length) : stored }
}

/** The wording of each purpose. */
export const purposeTexts: Record<SkipPurpose, TextKey> = {
  fatigue: 'responses__record__skip_fatigue',
  refusal: 'responses__record__skip_refusal',
  not_understood: 'responses__record__skip_not_understood',
  technical_problem: 'responses__record__skip_technical_problem',
  other: 'responses__record__skip_another',
}
