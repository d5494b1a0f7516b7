import type { WordSpeaker } from '@fonema/contract'
import { currentLanguage, type TextKey } from '../../ui/i18n.ts'

/** The names of the speakers, as they are inside a sentence. */
export const speakerTexts: Readonly<Record<WordSpeaker, TextKey>> = {
  participant: 'analysis__word_speaker__participant',
  examiner: 'analysis__word_speaker__examiner',
  other: 'analysis__word_speaker__someone',
}

/** A text at the beginning of a label. */
export const atStart = (text: string): string => text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1)
