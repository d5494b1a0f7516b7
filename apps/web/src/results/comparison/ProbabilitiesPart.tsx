import type { Population, ProtocolResponse } from '@fonema/contract'
import { hasFewWords, wordsIn } from '@fonema/findings/few-words'
import { useTranslation } from '../../ui/i18n.ts'
import { percentileText } from '../session/semaphore-band.ts'
import { doubtsOf } from '../session/unreliable.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import classes from './Charts.module.css'
import { DataTable } from './DataTable.tsx'
import { Probabilities } from './Probabilities.tsx'
import { isFar, useProbabilities } from './useComparison.ts'

type ProbabilitiesPartProps = { session: ProtocolResponse; score: string; populations: readonly Population[] }

/** The population that the response resembles most by one score; a table lists all scores. */
export function ProbabilitiesPart({ session, score, populations }: ProbabilitiesPartProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { data: rows } = useProbabilities(session.id)
  if (rows === undefined) return null
  const title = t('analysis__probability__title')
  const compared = populations.filter(({ id }) => Object.values(rows).some((row) => row[id] !== undefined))
  const percent = (row: Record<string, number>, value: number | undefined) =>
    isFar(row)
      ? t('analysis__probability__far')
      : value === undefined
        ? '–'
        : t('analysis__probability__percent', { percent: percentileText(100 * value) })
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      <Probabilities
        populations={populations}
        row={rows[score]}
        isReliable={isReliable(session, score)}
        title={texts.ofMeasure(score)}
      />
      <p className={classes.note}>{t('analysis__probability__note')}</p>
      <DataTable
        title={title}
        columns={[t('analysis__table__measure'), ...compared.map(({ name }) => name)]}
        rows={Object.entries(rows).map(([name, row]) => ({
          key: name,
          name: texts.ofMeasure(name),
          cells: compared.map(({ id }) => percent(row, row[id])),
        }))}
      />
    </section>
  )
}

/** Whether a recording of the session has the measure, no fault from which it suffers, and enough words for it. */
const isReliable = ({ responses }: ProtocolResponse, score: string): boolean =>
  responses.some(
    ({ quality, feature_extraction_res }) =>
      quality?.verdict !== 'poor' &&
      !hasFewWords(score, wordsIn(feature_extraction_res)) &&
      feature_extraction_res.some(
        ({ feature_extraction_func: { entry }, scores }) =>
          scores[score] !== undefined && doubtsOf(quality, entry).length === 0,
      ),
  )
