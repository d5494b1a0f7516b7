import type { Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { isFar } from '../comparison/useComparison.ts'
import { percentileText } from '../session/semaphore-band.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import { letterOf } from './letters.ts'
import classes from './Report.module.css'
import type { ReportData } from './useReport.ts'

/** The probability of each population, measure by measure. */
export function ReportProbabilities({ data, norms }: { data: ReportData; norms: readonly Population[] }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const rows = Object.entries(data.probabilities)
  if (rows.length === 0) return null
  const percent = (share: number | undefined) =>
    share === undefined ? '–' : t('analysis__probability__percent', { percent: percentileText(100 * share) })
  return (
    <section className={classes.part}>
      <h2>{t('analysis__probability__title')}</h2>
      <p className={classes.small}>{t('analysis__probability__note')}</p>
      <div className={classes.columns}>
        {halves(rows).map((half) => (
          <table key={half[0]?.[0]} className={classes.measures}>
            <thead>
              <tr>
                <th scope="col">{t('analysis__table__measure')}</th>
                {norms.map(({ id, name }, index) => (
                  <th key={id} scope="col" className={classes.place} aria-label={name}>
                    {letterOf(index)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {half.map(([name, row]) => (
                <tr key={name}>
                  <th scope="row">{texts.ofMeasure(name)}</th>
                  {isFar(row) ? (
                    <td colSpan={norms.length} className={classes.place}>
                      {t('analysis__probability__far')}
                    </td>
                  ) : (
                    norms.map(({ id }) => (
                      <td key={id} className={classes.place}>
                        {percent(row[id])}
                      </td>
                    ))
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  )
}

/** Splits rows into two tables with their own heads: a head is not repeated in the next column. */
function halves<T>(rows: readonly T[]): T[][] {
  const middle = Math.ceil(rows.length / 2)
  return [rows.slice(0, middle), rows.slice(middle)].filter((half) => half.length > 0)
}
