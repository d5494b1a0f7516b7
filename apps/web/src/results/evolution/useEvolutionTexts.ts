import { formatDay } from '../../ui/dates.ts'
import { currentLanguage, type TextKey, useTranslation } from '../../ui/i18n.ts'
import { displayDifference, displayValue } from '../session/display-value.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import type { Change } from './change.ts'
import type { Line } from './lines.ts'

type Moved = Extract<Change, { kind: 'beyond' | 'within' | 'unknown' }>
type Shown = Pick<Line, 'score' | 'unit' | 'decimals' | 'offset'>

/** Names and numbers of lines, in the reader's language. */
export function useEvolutionTexts() {
  const { t, exists } = useTranslation()
  const { ofMeasure } = useAnalysisTexts()
  const language = currentLanguage()
  const withUnit = (shown: string, { unit }: Shown) => [shown, unit].filter(Boolean).join(' ')
  const valueWithUnit = (value: number, line: Shown) => withUnit(displayValue(value, language, line.decimals), line)
  return {
    nameOf: ({ score }: Pick<Line, 'score'>) =>
      score === 'avqi' ? t('analysis__index__name__avqi') : ofMeasure(score),
    /** A measured value as it is shown. */
    valueOf: (raw: number, line: Shown) => valueWithUnit(raw + line.offset, line),
    /** The difference of two measured values. */
    differenceOf: (difference: number, raws: readonly number[], line: Shown) => {
      const values = raws.map((raw) => raw + line.offset)
      return withUnit(displayDifference(difference, values, language, line.decimals), line)
    },
    errorOf: (mdc95: number, line: Shown) => valueWithUnit(mdc95, line),
    /** The day of a session, in the reader's time zone. */
    dayOf: (date: string) => formatDay(date, language),
    /** A change in words where the measure has some ("speaks more slowly"), otherwise the measure's name. */
    phraseOf: ({ score }: Pick<Line, 'score'>, { difference }: Moved) => {
      const key = difference > 0 ? `analysis__rise__${score}` : `analysis__fall__${score}`
      // The key's existence is checked first.
      return exists(key) ? t(key as TextKey) : null
    },
  }
}
