import type { ReadyResult } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'

/** Who made the words of a transcript: a person, the demonstration's recogniser, or another one by its name. */
export function useTranscriptOrigin() {
  const { t } = useTranslation()
  return ({ engine, model, model_words }: ReadyResult['data']): string => {
    if (engine === 'typed') return t('analysis__transcript__by_person')
    if (model_words !== undefined) return t('analysis__transcript__by_demonstration', { count: model_words })
    return t('analysis__transcript__by_model', { model: model ?? t('analysis__transcript__unknown_model') })
  }
}
