import type { Upload } from '../recorder/upload.ts'

type Waiting = Pick<Upload, 'participantId' | 'responseId' | 'sequence' | 'kind'>

export type WaitingSession = {
  participantId: string
  responseId: string
  count: number
  since: number
  /** The session itself waits, too: the server does not know it yet. */
  isNew: boolean
}

/**
 * What waits of each session, the oldest first; `since` in epoch milliseconds. A session that waits is counted only if
 * nothing of it does.
 */
export function waitingSessions(uploads: readonly Waiting[]): WaitingSession[] {
  const sessions = Map.groupBy(uploads, ({ responseId }) => responseId)
  return [...sessions.values()]
    .map((all) => {
      const { participantId, responseId } = all[0]!
      const answers = all.filter(({ kind }) => kind !== 'session')
      // A sequence number is the time of the answer, made monotonic.
      const since = Math.min(...all.map(({ sequence }) => sequence))
      const isNew = answers.length < all.length
      return { participantId, responseId, count: answers.length || all.length, since, isNew }
    })
    .sort((a, b) => a.since - b.since)
}

export const countWaiting = (uploads: readonly Waiting[]): number =>
  waitingSessions(uploads).reduce((sum, { count }) => sum + count, 0)
