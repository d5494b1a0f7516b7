// Imports types only: the web loads this file alone.
import type { Quality } from '@fonema/contract'

type Reason = Quality['reasons'][number]

const voice = ['prosody', 'voice_quality', 'spectrum', 'diadochokinesis']
const time = ['timing', 'diadochokinesis', 'transcript', 'lexical', 'fluency', 'content_units', 'reading_alignment']
const everything = [...new Set([...voice, ...time])]

/** The functions whose numbers each quality problem affects. The verdict on the recording itself is not affected. */
const suffering: Readonly<Record<Reason, readonly string[]>> = {
  clipped: voice,
  too_quiet: everything,
  noisy: everything,
  no_speech: everything,
  cut_start: time,
  cut_end: time,
  gap: everything,
  longer_than_allowed: time,
  low_sample_rate: ['voice_quality', 'spectrum'],
  processed_by_browser: voice,
  no_steady_voice: ['prosody', 'voice_quality', 'spectrum'],
  other_voice: everything,
  // Every measure but the lowest frequencies of the spectrum removes it.
  offset: ['spectrum'],
}

/** The reasons not to trust a function's numbers; empty if there are none. */
export const doubtsOf = (quality: Pick<Quality, 'reasons'> | null, entry: string): Reason[] =>
  quality === null ? [] : quality.reasons.filter((reason) => suffering[reason]?.includes(entry))
