import { Speakers, type TakeId, type TranscriptWord } from '@fonema/contract'
import type { Tx } from '../../platform/database/database.ts'
import '../tables.ts'

/** Who speaks in a take: how many people, and when, unless it is not known. */
type TakeSpeakers = {
  people: number
  found: Speakers | null
  /** Of the participant alone. */
  speech_span_s: number | null
  phonation_s: number | null
}

export async function findSpeakers(tx: Tx, takeId: TakeId): Promise<TakeSpeakers> {
  const take = await tx.selectFrom('takes').select('people').where('id', '=', takeId).executeTakeFirst()
  const timing = await tx
    .selectFrom('feature_results')
    .select(['data', 'scores'])
    .where('take_id', '=', takeId)
    .where('entry', '=', 'timing')
    .where('status', '=', 'ready')
    .orderBy('function_version', 'desc')
    .executeTakeFirst()
  const found = Speakers.safeParse(timing?.data.speakers)
  return {
    people: take?.people ?? 1,
    found: found.success ? found.data : null,
    speech_span_s: timing?.scores.speech_span_s ?? null,
    phonation_s: timing?.scores.phonation_time_s ?? null,
  }
}

/**
 * Gives each word with a time the person who speaks for most of it, or the nearest one if nobody was heard. A word to which
 * a person gave a speaker keeps it. Words without times stay without a speaker.
 */
export function assignSpeakers<Word extends TranscriptWord>(words: readonly Word[], { segments }: Speakers): Word[] {
  if (segments.length === 0) return [...words]
  return words.map((word) => {
    const { start } = word
    if (word.speaker !== undefined || start === null) return word
    const end = Math.max(word.end ?? start, start + shortestS)
    const fitOf = (segment: Speakers['segments'][number]) =>
      Math.min(end, segment.end_s) - Math.max(start, segment.start_s)
    // Without an overlap, this is minus the distance.
    const best = segments.reduce((nearest, segment) => (fitOf(segment) > fitOf(nearest) ? segment : nearest))
    return { ...word, speaker: best.speaker }
  })
}

const shortestS = 0.01

/** Whether the participant's words cannot be told from those of the others. */
export const areUnknown = ({ people, found }: TakeSpeakers, words: readonly TranscriptWord[]): boolean =>
  people > 1 && (found === null || words.some(({ start, speaker }) => start === null && speaker === undefined))

export const isOfParticipant = ({ speaker }: Pick<TranscriptWord, 'speaker'>): boolean =>
  speaker === undefined || speaker === 'participant'
