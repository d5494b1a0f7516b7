import type { WordSpeaker } from '@fonema/contract'
import type { TextKey } from '../../ui/i18n.ts'

export const speakerTexts: Readonly<Record<WordSpeaker, TextKey>> = {
  participant: 'analysis__word_speaker__participant',
  examiner: 'analysis__word_speaker__examiner',
  other: 'analysis__word_speaker__someone',
}
