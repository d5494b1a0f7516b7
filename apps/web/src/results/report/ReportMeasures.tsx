import type { FeatureDisplay, FeatureResult, ItemResponse, Population } from '@fonema/contract'
import { colonIn } from '@fonema/contract/colon'
import { hasFewWords, wordsIn } from '@fonema/findings/few-words'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { displayValue } from '../session/display-value.ts'
import { isLevel } from '../session/levels.ts'
import { PitchSearchNote } from '../session/PitchSearchNote.tsx'
import { useSemaphoreColumn } from '../session/populations.ts'
import { percentileText } from '../session/semaphore-band.ts'
import { doubtsOf } from '../session/unreliable.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import { usePlaceTexts } from '../session/usePlaceTexts.ts'
import { useTieTexts } from '../session/useTieTexts.ts'
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

/** An item's numbers by heading, in two columns if the cells are narrow enough. */
export function ReportMeasures({ answer, data, norms, title }: ReportMeasuresProps) {
  const { t } = useTranslation()
  const hasSemaphore = useSemaphoreColumn()
  const functions = data.display.items.find(
    ({ protocol_item_id }) => protocol_item_id === answer.protocol_item.id,
  )?.functions
  const shown = (functions ?? []).flatMap(({ feature_extraction_func_id, heading, scores }) => {
    const result = answer.feature_extraction_res.find(
      ({ feature_extraction_func }) => feature_extraction_func.id === feature_extraction_func_id,
    )
    return result === undefined || result.status === 'pending' ? [] : [{ heading, result, scores }]
  })
  if (shown.length === 0) return null
  const rows = shown.flatMap(({ result, scores }) => scores.map((score) => ({ result, score })))
  const words = wordsIn(answer.feature_extraction_res)
  const isOfFewWords = rows.some(
    ({ result, score: { name } }) => result.scores[name] !== undefined && hasFewWords(name, words),
  )
  return (
    <>
      {title !== null && <h3>{title}</h3>}
      <div className={hasSemaphore && norms.length > 0 ? classes.oneColumn : classes.columns}>
        {[...Map.groupBy(shown, ({ heading }) => heading)].map(([heading, parts]) => (
          <HeadingTable key={heading} heading={heading} parts={parts} norms={norms} quality={answer.quality} />
        ))}
      </div>
      <PitchSearchNote className={classes.small} rows={rows} />
      {isOfFewWords && <p className={classes.small}>{t('analysis__unreliable__few_words')}</p>}
    </>
  )
}

type Score = FeatureDisplay['items'][number]['functions'][number]['scores'][number]
type HeadingTableProps = {
  heading: string
  parts: readonly { result: FeatureResult; scores: readonly Score[] }[]
  norms: readonly Population[]
  quality: ItemResponse['quality']
}

function HeadingTable({ heading, parts, norms, quality }: HeadingTableProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const title = texts.ofHeading(heading)
  const errors = new Set(parts.flatMap(({ result }) => (result.status === 'failed' ? [result.error] : [])))
  const failures = [...errors].map((error) => (
    <p key={error} className={classes.failed}>
      <strong>{title}</strong>
      {colonIn(currentLanguage())}
      {texts.ofError(error)}
    </p>
  ))
  const measured = parts.filter(({ result }) => result.status === 'ready')
  if (measured.length === 0) return failures
  const isDoubtful = measured.some(({ result }) => doubtsOf(quality, result.feature_extraction_func.entry).length > 0)
  // Without percentiles the lettered columns would be empty.
  const isCompared = norms.some(({ id }) =>
    measured.some(({ result, scores }) => scores.some(({ name }) => result.percentiles[id]?.[name] !== undefined)),
  )
  const columns = isCompared ? norms : []
  return (
    <>
      {failures}
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
          {measured.flatMap(({ result, scores }) =>
            scores
              .filter(({ name }) => name in result.scores || name in result.missing)
              .map((score) => <MeasureRow key={score.name} score={score} result={result} norms={columns} />),
          )}
        </tbody>
      </table>
    </>
  )
}

type MeasureRowProps = { score: Score; result: FeatureResult; norms: readonly Population[] }

function MeasureRow({ score: { name, unit, decimals, offset }, result, norms }: MeasureRowProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const hasSemaphore = useSemaphoreColumn()
  const value = result.scores[name]
  const placeTexts = usePlaceTexts()
  const tieTexts = useTieTexts()
  const placeIn = (population: Population) => {
    const percentile = result.percentiles[population.id]?.[name]
    if (percentile === undefined) return '–'
    const interval = result.intervals[population.id]?.[name]
    const between = interval === undefined ? '' : ` (${percentileText(interval.low)}–${percentileText(interval.high)})`
    const short =
      tieTexts(result, population.id, name)?.short ??
      t('analysis__compared__short', { percentile: percentileText(percentile) }) + between
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
