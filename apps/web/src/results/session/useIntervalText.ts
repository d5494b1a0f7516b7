import type { ReadyResult } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { percentileText } from './semaphore-band.ts'

export type PercentileInterval = ReadyResult['intervals'][string][string]

/** A percentile with its confidence interval in words: “P 5, between P 1 and P 14, n = 30”. */
export function useIntervalText() {
  const { t } = useTranslation()
  return (percentile: number, { low, high, n }: PercentileInterval): string =>
    t('analysis__compared__interval', {
      percentile: percentileText(percentile),
      low: percentileText(low),
      high: percentileText(high),
      n,
    })
}
