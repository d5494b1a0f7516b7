import { type Measured, Scores } from '../measured.ts'
import type { ReadingAlignment, ReadWord } from './align-reading.ts'

/** How a text was read, over the words up to the last one that was reached. */
export function measureReading({ words, added }: ReadingAlignment): Measured {
  const reached = words.filter(({ state }) => state !== 'not_reached')
  const isSilent = reached.every(({ places }) => places.length === 0) && added.length === 0
  const share = (amount: number) => (reached.length === 0 || isSilent ? null : (100 * amount) / reached.length)
  const shareOf = (isCounted: (word: ReadWord) => boolean) => share(reached.filter(isCounted).length)
  const found = new Scores()
  found.put(
    'reading_as_printed_pct',
    shareOf(({ state }) => state === 'read'),
    'no_words',
  )
  found.put(
    'reading_skipped_pct',
    shareOf(({ state }) => state === 'skipped'),
    'no_words',
  )
  found.put(
    'reading_replaced_pct',
    shareOf(({ state }) => state === 'replaced'),
    'no_words',
  )
  found.put(
    'reading_repeated_pct',
    shareOf(({ repeated }) => repeated > 0),
    'no_words',
  )
  found.put(
    'reading_corrected_pct',
    shareOf(({ isCorrected }) => isCorrected),
    'no_words',
  )
  found.put('reading_added_per_100_words', share(added.length), 'no_words')
  return { scores: found.scores, missing: found.missing }
}
