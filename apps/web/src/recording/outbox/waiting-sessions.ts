import type { Upload } from '../recorder/upload.ts'

export type WaitingSession = { participantId: string; responseId: string; count: number; since: number }

/** What waits of each session, the oldest first; `since` in epoch milliseconds. */
export function waitingSessions(
  uploads: readonly Pick<Upload, 'participantId' | 'responseId' | 'sequence'>[],
): WaitingSession[] {
  const sessions = new Map<string, WaitingSession>()
  for (const { participantId, responseId, sequence } of uploads) {
    const before = sessions.get(responseId)
    const count = (before?.count ?? 0) + 1
    // A sequence number is the time of the answer, made monotonic.
    const since = Math.min(before?.since ?? sequence, sequence)
    sessions.set(responseId, { participantId, responseId, count, since })
  }
  return [...sessions.values()].sort((a, b) => a.since - b.since)
}
