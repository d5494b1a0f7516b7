import type { Population } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { percentileText } from '../result/semaphore-band.ts'
import { useAnalysisTexts } from '../result/useAnalysisTexts.ts'
import classes from './Report.module.css'
import type { ReportData } from './useReport.ts'

/** How probable each population is, measure by measure. */
export function ReportProbabilities({ data, norms }: { data: ReportData; norms: readonly Population[] }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const rows = Object.entries(data.probabilities)
  if (rows.length === 0) return null
  const percent = (share: number | undefined) =>
    share === undefined ? '–' : t('analysis__probability__percent', { percent: percentileText(100 * share) })
  return (
    <section>
      <h2>{t('analysis__probability__title')}</h2>
      <p className={classes.small}>{t('analysis__probability__note')}</p>
      <table className={classes.measures}>
        <thead>
          <tr>
            <th scope="col">{t('analysis__table__measure')}</th>
            {norms.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, row]) => (
            <tr key={name}>
              <th scope="row">{texts.ofMeasure(name)}</th>
              {norms.map(({ id }) => (
                <td key={id}>{percent(row[id])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
