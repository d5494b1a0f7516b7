import type { FeatureResult } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'

/** Texts for a score that many people of a population share; undefined for the others. */
export function useTieTexts() {
  const { t } = useTranslation()
  return (result: FeatureResult, populationId: string, score: string) => {
    const tie = result.status === 'ready' ? result.ties?.[populationId]?.[score] : undefined
    if (tie === undefined) return undefined
    const share = Math.round(100 * tie.share)
    return {
      short: t('analysis__compared__tied_short', { share }),
      whole: t('analysis__compared__tied', { share, from: Math.round(tie.from), to: Math.round(tie.to) }),
    }
  }
}
