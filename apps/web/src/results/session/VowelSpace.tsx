import type { SessionIndex } from '@fonema/contract'
import { cornerVowels } from '@fonema/contract/corner-vowels'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import { displayValue } from './display-value.ts'
import { MeasureSign } from './MeasureSign.tsx'
import indexClasses from './SessionIndices.module.css'
import { useAnalysisTexts } from './useAnalysisTexts.ts'
import { VowelChart } from './VowelChart.tsx'
import classes from './VowelSpace.module.css'

const others = [
  ['vowel_space', 'kHz²'],
  ['vai', ''],
  ['f2_ratio', ''],
] as const

/** The vowel space: the ratio first, which depends least on the size of the speaker, then where the vowels lie. */
export function VowelSpace({ scores }: Pick<SessionIndex, 'scores'>) {
  const { t } = useTranslation()
  const { ofMeasure } = useAnalysisTexts()
  const language = currentLanguage()
  const formants = cornerVowels.flatMap((vowel) => {
    const [f1, f2] = [scores[`f1_${vowel}`], scores[`f2_${vowel}`]]
    return f1 === undefined || f2 === undefined ? [] : [{ vowel, f1, f2 }]
  })
  if (scores.fcr === undefined) return null
  return (
    <>
      <div className={classes.name}>
        {ofMeasure('fcr')} <MeasureSign measure="fcr" unit={null} />
      </div>
      <p className={indexClasses.value}>{displayValue(scores.fcr, language)}</p>
      <p>{t('analysis__index__vowel_meaning')}</p>
      <p>{t('analysis__index__vowel_no_reference')}</p>
      <div className={classes.parts}>
        <VowelChart formants={formants} />
        <div>
          <table className={indexClasses.components}>
            <caption>{t('analysis__index__components')}</caption>
            <tbody>
              {others.map(
                ([name, unit]) =>
                  scores[name] !== undefined && (
                    <tr key={name}>
                      <th scope="row">
                        <div className={classes.name}>
                          {ofMeasure(name)} <MeasureSign measure={name} unit={unit || null} />
                        </div>
                      </th>
                      <td>
                        {displayValue(scores[name], language)} {unit}
                      </td>
                    </tr>
                  ),
              )}
            </tbody>
          </table>
          <table className={indexClasses.components}>
            <thead>
              <tr>
                <th scope="col">{t('analysis__index__vowel')}</th>
                <th scope="col">F1 (Hz)</th>
                <th scope="col">F2 (Hz)</th>
              </tr>
            </thead>
            <tbody>
              {formants.map(({ vowel, f1, f2 }) => (
                <tr key={vowel}>
                  <th scope="row">/{vowel}/</th>
                  <td>{formatDecimals(f1, language, 0)}</td>
                  <td>{formatDecimals(f2, language, 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  )
}
