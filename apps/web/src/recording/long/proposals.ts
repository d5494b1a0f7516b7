import type { ItemId, ProtocolItem, RecordingCut, RecordingMark } from '@fonema/contract'

/** A part of a recording that may become a take. Seconds of the recording. */
export type Proposal = { id: string; itemId: ItemId; startSeconds: number; endSeconds: number; take: number | null }

/** Each item from its mark to the next one; the last one to the end. What was cut already says its take. */
export function proposalsOf(
  marks: readonly RecordingMark[],
  cuts: readonly RecordingCut[],
  durationSeconds: number,
): Proposal[] {
  const subtests = marks.filter(({ kind }) => kind === 'subtest').toSorted((a, b) => a.at_s - b.at_s)
  return subtests.flatMap(({ id, at_s, protocol_item_id }, index): Proposal[] => {
    const endSeconds = Math.min(durationSeconds, subtests[index + 1]?.at_s ?? durationSeconds)
    if (protocol_item_id === null || endSeconds <= at_s) return []
    const cut = cuts.findLast((one) => one.protocol_item_id === protocol_item_id)
    return cut === undefined
      ? [{ id, itemId: protocol_item_id, startSeconds: tenths(at_s), endSeconds: tenths(endSeconds), take: null }]
      : [{ id, itemId: protocol_item_id, startSeconds: cut.start_s, endSeconds: cut.end_s, take: cut.take }]
  })
}

/** Rounded down, so that no proposal ends after the recording. */
const tenths = (seconds: number) => Math.floor(seconds * 10 + 1e-6) / 10

/** The item whose mark comes next: the first one without a mark. */
export const nextItem = (items: readonly ProtocolItem[], marked: ReadonlySet<string>): ProtocolItem | null =>
  items.find(({ id }) => !marked.has(id)) ?? null
