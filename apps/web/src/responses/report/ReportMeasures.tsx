import type { FeatureDisplay, FeatureResult, ItemResponse, Population } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../ui/i18n.ts'
import { displayValue } from '../result/display-value.ts'
import { isLevel } from '../result/levels.ts'
import { useSemaphoreColumn } from '../result/populations.ts'
import { percentileText } from '../result/semaphore-band.ts'
import { doubtsOf } from '../result/unreliable.ts'
import { useAnalysisTexts } from '../result/useAnalysisTexts.ts'
import { usePlaceTexts } from '../result/usePlaceTexts.ts'
import { letterOf } from './letters.ts'
import classes from './Report.module.css'
import type { ReportData } from './useReport.ts'

type ReportMeasuresProps = { answer: ItemResponse; data: ReportData; norms: readonly Population[] }

/** An item's numbers, function by function, in two columns where there is room for what stands in a cell. */
export function ReportMeasures({ answer, data, norms }: ReportMeasuresProps) {
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
  // Without a percentile of anything there is nothing to put under the letters.
  const isCompared = norms.some(({ id }) => result.percentiles?.[id] !== undefined)
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
    const percentile = result.percentiles?.[population.id]?.[name]
    if (percentile === undefined) return '–'
    const short = t('analysis__compared__short', { percentile: percentileText(percentile) })
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
