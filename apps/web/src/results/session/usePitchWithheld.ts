import type { ItemResponse } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

/** Why an item has no measure of pitch, so that none is drawn; null: it has one, or pitch is not measured. */
export function usePitchWithheld({ feature_extraction_res }: ItemResponse): string | null {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const prosody = feature_extraction_res.find(({ feature_extraction_func: { entry } }) => entry === 'prosody')
  switch (prosody?.status) {
    case undefined:
      return null
    case 'pending':
      return t('responses__sound__pitch_pending')
    case 'failed':
      return texts.ofError(prosody.error)
    case 'ready':
      return 'f0_median_hz' in prosody.scores ? null : texts.ofMissing(prosody.missing.f0_median_hz)
  }
}
