import type { ReadingWords } from '@fonema/contract'
import { alignReading, type Measured, measureReading, type WordLists } from '@fonema/speech'
import type { SpokenItem, TranscriptRow } from './transcripts.ts'

/** The words of the text beside what the participant said, and their measures. */
export function scoreReading(
  { words }: TranscriptRow,
  { language }: SpokenItem,
  reference: string,
  lists: WordLists,
): { measured: Measured; reading: ReadingWords } {
  const own = words.filter(({ doubt, speaker }) => doubt === undefined && (speaker ?? 'participant') === 'participant')
  const spoken = own.map(({ text, start, end }) => ({ text, startS: start, endS: end }))
  const alignment = alignReading(reference, spoken, language, lists)
  return {
    measured: measureReading(alignment),
    reading: {
      words: alignment.words.map(({ text, state, places, repeated, isCorrected }) => ({
        text,
        state,
        said: state === 'replaced' ? places.map((place) => own[place]!.text).join(' ') : null,
        repeated,
        is_corrected: isCorrected,
        start: own[places[0] ?? -1]?.start ?? null,
        end: own[places.at(-1) ?? -1]?.end ?? null,
      })),
      added: alignment.added.map(({ place, after }) => {
        const { text, start, end } = own[place]!
        return { after, text, start, end }
      }),
    },
  }
}
