import type { Population } from '@fonema/contract'
import { useElementSize } from '@mantine/hooks'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { displayValue } from '../session/display-value.ts'
import { percentileText } from '../session/semaphore-band.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import { BoxChart } from './BoxChart.tsx'
import type { ChartFrame } from './ChartFoot.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import classes from './Charts.module.css'
import { DataTable } from './DataTable.tsx'
import { DensityChart } from './DensityChart.tsx'
import { type ComparedScore, type Distribution, useBoxes } from './useComparison.ts'

const printedWidth = 680

type ScoreChartProps = {
  score: ComparedScore
  form: 'density' | 'box'
  populations: readonly Population[]
  distributions: readonly Distribution[]
  path: { itemId: string; functionId: string; languageId: string }
}

/** A chart of one measure among the populations, with the numbers behind it. */
export function ScoreChart({ score, form, populations, distributions, path }: ScoreChartProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { ref, width } = useElementSize()
  const { name, unit, decimals, offset, value } = score
  const language = currentLanguage()
  const drawn = populations.flatMap((population) => {
    const found = distributions.find(
      ({ population_id, feature_extraction_func_id }) =>
        population_id === population.id && feature_extraction_func_id === score.functionId,
    )?.data[name]
    return found === undefined ? [] : [{ population, curve: found }]
  })
  const measure = texts.ofMeasure(name)
  const frame = {
    width: width || printedWidth,
    label: t('analysis__chart__described', { measure, value: displayValue(value + offset, language, decimals) }),
    axisLabel: unit === null ? measure : `${measure} (${unit})`,
    value,
    offset,
    unit,
    decimals,
  }
  const rowOf = (id: string, found: { n: number; mean: number; sd: number }) => [
    String(found.n),
    displayValue(found.mean + offset, language),
    displayValue(found.sd, language),
    score.percentiles[id] === undefined ? '–' : percentileText(score.percentiles[id]),
  ]
  return (
    <div ref={ref}>
      {form === 'density' ? (
        <>
          <DensityChart {...frame} populations={drawn} />
          <ChartLegend populations={drawn.map(({ population }) => population)} />
          <p className={classes.note}>{t('analysis__chart__whole_note')}</p>
          <DataTable
            title={measure}
            columns={[
              t('analysis__chart__population'),
              t('analysis__chart__n'),
              t('analysis__chart__mean'),
              t('analysis__chart__sd'),
              t('analysis__chart__percentile'),
            ]}
            rows={drawn.map(({ population: { id, name }, curve }) => ({ key: id, name, cells: rowOf(id, curve) }))}
          />
        </>
      ) : (
        <Boxes score={score} populations={populations} path={path} frame={frame} title={measure} />
      )}
    </div>
  )
}

type BoxesProps = Pick<ScoreChartProps, 'score' | 'populations' | 'path'> & {
  frame: ChartFrame
  title: string
}

function Boxes({ score, populations, path, frame, title }: BoxesProps) {
  const { t } = useTranslation()
  const answers = useBoxes(populations, path)
  const failed = answers.find(({ error }) => error !== null)
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (answers.some(({ data }) => data === undefined)) return <Loading />
  const boxes = populations.flatMap((population, index) => {
    const box = answers[index]?.data?.scores[score.name]
    return box === undefined ? [] : [{ population, box }]
  })
  const shown = (value: number) => displayValue(value + score.offset, currentLanguage(), score.decimals)
  return (
    <>
      <BoxChart {...frame} boxes={boxes} />
      <p className={classes.note}>{t('analysis__chart__box_note')}</p>
      {populations.some(({ is_synthetic }) => is_synthetic) && (
        <p className={classes.synthetic}>{t('analysis__compared__synthetic')}</p>
      )}
      <DataTable
        title={title}
        columns={[t('analysis__chart__population'), t('analysis__chart__n'), 'P5', 'P25', 'P50', 'P75', 'P95']}
        rows={boxes.map(({ population: { id, name }, box }) => ({
          key: id,
          name,
          cells: [String(box.n), ...[box.p5, box.p25, box.p50, box.p75, box.p95].map(shown)],
        }))}
      />
    </>
  )
}
