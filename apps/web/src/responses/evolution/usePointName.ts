import { useTranslation } from 'react-i18next'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { displayValue } from '../result/display-value.ts'
import { useAnalysisTexts } from '../result/useAnalysisTexts.ts'
import type { Point, Series } from './series.ts'

/** A point in words: the name of the link that it is. */
export function usePointName() {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  return ({ score, offset, unit }: Series, { date, raw, value }: Point): string =>
    t('analysis__evolution__point', {
      measure: texts.ofMeasure(score),
      date: formatApiDate(date, currentLanguage()),
      value: [displayValue(raw + offset), unit].filter(Boolean).join(' '),
      place: value === null ? '–' : String(Math.round(value)),
    })
}
