import type { AuditEntry } from '@fonema/contract'

/** A line of the table: an entry, and all entries in a row that say the same, newest first. */
export type Line = {
  readonly entry: AuditEntry
  readonly text: string
  readonly times: readonly Pick<AuditEntry, 'id' | 'at'>[]
}

/** The fields that an entry changed. */
export const fieldsOf = ({ old, new: after }: AuditEntry): string[] => [
  ...new Set([...Object.keys(old ?? {}), ...Object.keys(after ?? {})]),
]

/** Joins entries of one day that follow each other, say the same and changed no field: each look at a page is an entry. */
export function joinRepeated(entries: readonly Omit<Line, 'times'>[]): Line[] {
  const lines: (Line & { times: Pick<AuditEntry, 'id' | 'at'>[] })[] = []
  for (const { entry, text } of entries) {
    const last = lines.at(-1)
    const isSame =
      last !== undefined &&
      last.text === text &&
      new Date(last.entry.at).toDateString() === new Date(entry.at).toDateString() &&
      fieldsOf(last.entry).length === 0 &&
      fieldsOf(entry).length === 0
    if (isSame) last.times.push(entry)
    else lines.push({ entry, text, times: [entry] })
  }
  return lines
}
