import { formatDay } from '../../ui/dates.ts'
import { currentLanguage, type TextKey, useTranslation } from '../../ui/i18n.ts'
import { displayValue } from '../session/display-value.ts'
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
  const withUnit = (value: number, { decimals, unit }: Shown) =>
    [displayValue(value, language, decimals), unit].filter(Boolean).join(' ')
  return {
    nameOf: ({ score }: Pick<Line, 'score'>) =>
      score === 'avqi' ? t('analysis__index__name__avqi') : ofMeasure(score),
    /** A measured value as it is shown. */
    valueOf: (raw: number, line: Shown) => withUnit(raw + line.offset, line),
    /** A difference of measured values. */
    differenceOf: (difference: number, line: Shown) =>
      `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${withUnit(Math.abs(difference), line)}`,
    errorOf: (mdc95: number, line: Shown) => withUnit(mdc95, line),
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
