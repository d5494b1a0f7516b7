import type { FeatureDisplay, FeatureResult, ItemResponse, Population } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../ui/i18n.ts'
import { displayValue } from '../session/display-value.ts'
import { isLevel } from '../session/levels.ts'
import { useSemaphoreColumn } from '../session/populations.ts'
import { percentileText } from '../session/semaphore-band.ts'
import { doubtsOf } from '../session/unreliable.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import { usePlaceTexts } from '../session/usePlaceTexts.ts'
import { letterOf } from './letters.ts'
import classes from './Report.module.css'
import type { ReportData } from './useReport.ts'

type ReportMeasuresProps = {
  answer: ItemResponse
  data: ReportData
  norms: readonly Population[]
  /** Repeats the item's name when other content separates its heading from the numbers: they may start a page. */
  title: string | null
}

/** An item's numbers by function, in two columns if the cells are narrow enough. */
export function ReportMeasures({ answer, data, norms, title }: ReportMeasuresProps) {
  const hasSemaphore = useSemaphoreColumn()
  const functions = data.display.items.find(
    ({ protocol_item_id }) => protocol_item_id === answer.protocol_item.id,
  )?.functions
  const shown = (functions ?? []).flatMap(({ feature_extraction_func_id, scores }) => {
    const result = answer.feature_extraction_res.find(
      ({ feature_extraction_func }) => feature_extraction_func.id === feature_extraction_func_id,
    )
    return result === undefined || result.status === 'pending' ? [] : [{ result, scores }]
  })
  if (shown.length === 0) return null
  return (
    <>
      {title !== null && <h3>{title}</h3>}
      <div className={hasSemaphore && norms.length > 0 ? classes.oneColumn : classes.columns}>
        {shown.map(({ result, scores }) => (
          <FunctionTable
            key={result.feature_extraction_func.id}
            result={result}
            scores={scores}
            norms={norms}
            isDoubtful={
              result.status === 'ready' && doubtsOf(answer.quality, result.feature_extraction_func.entry).length > 0
            }
          />
        ))}
      </div>
    </>
  )
}

type Score = FeatureDisplay['items'][number]['functions'][number]['scores'][number]
type FunctionTableProps = {
  result: FeatureResult
  scores: readonly Score[]
  norms: readonly Population[]
  isDoubtful: boolean
}

function FunctionTable({ result, scores, norms, isDoubtful }: FunctionTableProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const title = texts.ofFunction(result.feature_extraction_func)
  if (result.status === 'failed')
    return (
      <p className={classes.failed}>
        <strong>{title}</strong>: {texts.ofError(result.error)}
      </p>
    )
  // Without percentiles the lettered columns would be empty.
  const isCompared = norms.some(({ id }) => result.percentiles[id] !== undefined)
  const columns = isCompared ? norms : []
  return (
    <table className={classes.measures}>
      <thead>
        <tr>
          <th scope="col">
            {title}
            {isDoubtful && <span className={classes.doubt}> · {t('analysis__unreliable__note')}</span>}
          </th>
          <th scope="col" colSpan={2} className={classes.valueHead}>
            {t('analysis__table__value')}
          </th>
          {columns.map(({ id, name }, index) => (
            <th key={id} scope="col" className={classes.place} aria-label={name}>
              {letterOf(index)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {scores
          .filter(({ name }) => name in result.scores || name in result.missing)
          .map((score) => (
            <MeasureRow key={score.name} score={score} result={result} norms={columns} />
          ))}
      </tbody>
    </table>
  )
}

type MeasureRowProps = { score: Score; result: FeatureResult; norms: readonly Population[] }

function MeasureRow({ score: { name, unit, decimals, offset }, result, norms }: MeasureRowProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const hasSemaphore = useSemaphoreColumn()
  const value = result.scores[name]
  const placeTexts = usePlaceTexts()
  const placeIn = (population: Population) => {
    const percentile = result.percentiles[population.id]?.[name]
    if (percentile === undefined) return '–'
    const interval = result.intervals[population.id]?.[name]
    const between = interval === undefined ? '' : ` (${percentileText(interval.low)}–${percentileText(interval.high)})`
    const short = t('analysis__compared__short', { percentile: percentileText(percentile) }) + between
    return hasSemaphore ? `${short} · ${placeTexts(population, percentile).short}` : short
  }
  return (
    <tr>
      <th scope="row">
        {texts.ofMeasure(name)} {isLevel(name) && t('analysis__table__uncalibrated')}
      </th>
      {value === undefined ? (
        <td colSpan={2 + norms.length} className={classes.missing}>
          {texts.ofMissing(result.missing[name])}
        </td>
      ) : (
        <>
          <td className={classes.value}>{displayValue(value + offset, currentLanguage(), decimals)}</td>
          <td className={classes.unit}>{unit}</td>
          {norms.map((population) => (
            <td key={population.id} className={classes.place}>
              {placeIn(population)}
            </td>
          ))}
        </>
      )}
    </tr>
  )
}
