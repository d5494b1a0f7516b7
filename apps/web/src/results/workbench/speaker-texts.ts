import type { WordSpeaker } from '@fonema/contract'
import type { TextKey } from '../../ui/i18n.ts'

export const speakerTexts: Readonly<Record<WordSpeaker, TextKey>> = {
  participant: 'workbench__speaker__participant',
  examiner: 'workbench__speaker__examiner',
  other: 'workbench__speaker__someone',
}
