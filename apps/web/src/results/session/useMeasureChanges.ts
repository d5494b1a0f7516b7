import type { FeatureDisplay, ItemResponse } from '@fonema/contract'
import { useState } from 'react'
import { type MetricsRow, rowsOf } from './metrics-rows.ts'

const wordEntries = ['lexical', 'fluency']
/** Results that are no measures of the participant's sound. */
const noSound = [...wordEntries, 'transcript', 'content_units', 'reading_alignment', 'recording_quality']

/** What a person corrected: the words, or who speaks when. */
type Corrected = 'words' | 'speakers'

const isAbout = (corrected: Corrected, entry: string) =>
  corrected === 'words' ? wordEntries.includes(entry) : !noSound.includes(entry)

type Snapshot = { take: number | null; version: number; scores: Readonly<Record<string, number>> }

export type MeasureChange = {
  score: MetricsRow['score']
  /** Absent: it had, or has, no value. */
  before: number | undefined
  now: number | undefined
}

/** What a version changed, compared with the version before it. */
export type MeasureChanges = { corrected: Corrected; version: number; changes: readonly MeasureChange[] }

function snapshotOf({ take, takes, feature_extraction_res }: ItemResponse, corrected: Corrected): Snapshot | null {
  const results = feature_extraction_res.filter(({ feature_extraction_func: { entry } }) => isAbout(corrected, entry))
  const transcript = feature_extraction_res.find(({ feature_extraction_func: { entry } }) => entry === 'transcript')
  if (results.some(({ status }) => status === 'pending')) return null
  const scores = Object.assign({}, ...results.map((result) => result.scores))
  if (corrected === 'speakers')
    return { take, version: takes.find((each) => each.take === take)?.speaker_track ?? 0, scores }
  return transcript?.status === 'ready' ? { take, version: transcript.data.transcript_version ?? 0, scores } : null
}

/**
 * Compares measures before and after a correction that is saved while the page is open.
 *
 * @returns null before the first correction, and when nothing was measured before it
 */
export function useMeasureChanges(
  answer: ItemResponse,
  display: FeatureDisplay | undefined,
  corrected: Corrected = 'words',
): MeasureChanges | null {
  const current = snapshotOf(answer, corrected)
  const [seen, setSeen] = useState<{ before: Snapshot | null; latest: Snapshot | null }>({
    before: null,
    latest: current,
  })
  if (current !== null && (current.version !== seen.latest?.version || current.take !== seen.latest.take))
    setSeen({ before: seen.latest?.take === current.take ? seen.latest : null, latest: current })
  const { before, latest } = seen
  if (before === null || latest === null || display === undefined || Object.keys(before.scores).length === 0)
    return null
  const rows = rowsOf(answer, display, { reference: undefined, since: null })
  return {
    corrected,
    version: latest.version,
    changes: rows.flatMap(({ score, result }) => {
      if (!isAbout(corrected, result.feature_extraction_func.entry)) return []
      const change = { score, before: before.scores[score.name], now: latest.scores[score.name] }
      return change.before === change.now ? [] : [change]
    }),
  }
}
