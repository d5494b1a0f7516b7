import type { Quality } from '@fonema/contract'

type Reason = Quality['reasons'][number]

const voice = ['prosody', 'voice_quality', 'spectrum', 'diadochokinesis']
const time = ['timing', 'diadochokinesis', 'transcript', 'lexical', 'fluency']
const everything = [...new Set([...voice, ...time])]

/** Which functions' numbers suffer from what is wrong with a recording. The judgement of the recording itself does not. */
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
}

/** Why a function's numbers are not to be trusted; empty when nothing speaks against them. */
export const doubtsOf = (quality: Quality | null, entry: string): Reason[] =>
  quality === null ? [] : quality.reasons.filter((reason) => suffering[reason]?.includes(entry))
