import { createHmac } from 'node:crypto'
import type { ParticipantId } from '@fonema/contract'

/** Weeks by which dates move at most. */
const longestShift = 104

/**
 * Labels and shifts of dates that depend on a secret of the clinic: the same in every archive of an organisation, and
 * nobody without the key can compute them from a participant's id or code.
 */
export function createPseudonyms(key: Buffer) {
  const digest = (purpose: string, id: ParticipantId) => createHmac('sha256', key).update(`${purpose}\n${id}`).digest()
  return {
    /** Letters and digits, as BIDS requires: `sub-` and 12 hexadecimal digits. */
    subjectOf: (id: ParticipantId) => `sub-${digest('subject', id).toString('hex').slice(0, 12)}`,
    /**
     * A day of this participant, moved into the past by 1 to 104 whole weeks: intervals between sessions and days of the
     * week stay right.
     *
     * @param day `YYYY-MM-DD`
     */
    shifted(id: ParticipantId, day: string): string {
      const weeks = 1 + (digest('shift', id).readUInt32BE(0) % longestShift)
      return new Date(Date.parse(`${day}T00:00:00Z`) - weeks * 7 * 86_400_000).toISOString().slice(0, 10)
    },
  }
}
export type Pseudonyms = ReturnType<typeof createPseudonyms>
