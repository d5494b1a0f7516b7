import type { FeatureResult, Population } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../ui/i18n.ts'
import { DensityChart } from '../comparison/DensityChart.tsx'
import { type ComparedScore, comparedScores } from '../comparison/useComparison.ts'
import { displayValue } from '../result/display-value.ts'
import type { Item } from '../result/session-state.ts'
import { useAnalysisTexts } from '../result/useAnalysisTexts.ts'
import { purposeTexts, readPurpose } from '../skip-purpose.ts'
import classes from './Report.module.css'
import { ReportMeasures } from './ReportMeasures.tsx'
import type { Chosen } from './sections.ts'
import { mostUntypical } from './untypical.ts'
import type { ReportData } from './useReport.ts'

type ReportItemProps = { shown: Item; data: ReportData; norms: readonly Population[]; chosen: Chosen }

/** One item on paper. */
export function ReportItem({ shown: { item, answer, state }, data, norms, chosen }: ReportItemProps) {
  const { t } = useTranslation()
  const isRecorded = answer !== undefined && !answer.is_skipped
  const purpose = answer?.is_skipped ? readPurpose(answer.skipped_purpose ?? '') : null
  const quality = answer?.quality ?? null
  const isUsedAsItIs = answer?.takes.some(({ status, interrupted }) => status === 'counting' && interrupted)
  return (
    <section className={classes.item}>
      <h2>{t('responses__result__item', { order: item.order, title: item.title })}</h2>
      {purpose !== null && (
        <p>
          {t('responses__result__skipped_purpose')} {purpose.other ?? t(purposeTexts[purpose.purpose])}
        </p>
      )}
      {purpose !== null && !item.skippable && <p>{t('responses__take__closed_without')}</p>}
      {isUsedAsItIs && <p className={classes.warning}>{t('responses__result__take_used_as_it_is')}</p>}
      {state === 'interrupted' && <p className={classes.warning}>{t('responses__result__take_incomplete')}</p>}
      {purpose === null && !isRecorded && <p>{t('responses__result__unanswered')}</p>}
      {state === 'pending' && <p className={classes.warning}>{t('analysis__report__pending')}</p>}
      {isRecorded && chosen.has('quality') && quality !== null && (
        <p className={classes.quality}>
          {t('analysis__quality__title')}: <strong>{t(`analysis__verdict__${quality.verdict}`)}</strong>
          {'. '}
          {quality.reasons.map((reason) => t(`analysis__reason__${reason}`)).join(' ')}
        </p>
      )}
      {isRecorded && chosen.has('transcript') && (
        <Transcript result={answer.feature_extraction_res.find(isTranscript)} language={data.session} />
      )}
      {isRecorded && chosen.has('measures') && <ReportMeasures answer={answer} data={data} norms={norms} />}
      {isRecorded && chosen.has('charts') && <Charts answer={answer} data={data} norms={norms} />}
    </section>
  )
}

const isTranscript = ({ feature_extraction_func }: FeatureResult) => feature_extraction_func.entry === 'transcript'

function Transcript({ result, language }: { result: FeatureResult | undefined; language: ReportData['session'] }) {
  const { t } = useTranslation()
  const { transcript, transcript_version, engine, model_words, confirmed } = result?.data ?? {}
  if (transcript === undefined || transcript === '') return null
  return (
    <div className={classes.whole}>
      <h3>{t('analysis__transcript__title')}</h3>
      <p className={classes.text} lang={language.protocol.locale.lang.code}>
        {transcript}
      </p>
      <p className={classes.small}>
        {t('analysis__transcript__version', { version: transcript_version ?? 1 })}
        {engine === 'typed' && ` · ${t('analysis__transcript__by_person')}`}
        {model_words !== undefined && ` · ${t('analysis__transcript__by_demonstration', { count: model_words })}`}
        {confirmed === false && ` · ${t('analysis__transcript__unconfirmed')}`}
      </p>
    </div>
  )
}

type PartProps = { answer: NonNullable<Item['answer']>; data: ReportData; norms: readonly Population[] }

/** The two measures of the item that are least like the populations. */
function Charts({ answer, data, norms }: PartProps) {
  const { t } = useTranslation()
  const scores = mostUntypical(comparedScores(answer, data.display), answer.feature_extraction_res, norms)
  if (scores.length === 0) return null
  return (
    <div className={classes.whole}>
      <h3>{t('analysis__report__charts')}</h3>
      <div className={classes.charts}>
        {scores.map((score) => (
          <Chart key={score.name} score={score} itemId={answer.protocol_item.id} data={data} norms={norms} />
        ))}
      </div>
      {norms.some(({ is_synthetic }) => is_synthetic) && (
        <p className={classes.warning}>{t('analysis__compared__synthetic')}</p>
      )}
    </div>
  )
}

const chartWidth = 400
const chartHeight = 190

type ChartProps = { score: ComparedScore; itemId: string; data: ReportData; norms: readonly Population[] }

function Chart({ score, itemId, data, norms }: ChartProps) {
  const { t } = useTranslation()
  const measure = useAnalysisTexts().ofMeasure(score.name)
  const { value, offset, unit, decimals } = score
  const populations = norms.flatMap((population) => {
    const curve = data.distributions.find(
      ({ protocol_item_id, population_id, feature_extraction_func_id, data }) =>
        protocol_item_id === itemId &&
        population_id === population.id &&
        feature_extraction_func_id === score.functionId &&
        score.name in data,
    )?.data[score.name]
    return curve === undefined ? [] : [{ population, curve }]
  })
  return (
    <DensityChart
      populations={populations}
      width={chartWidth}
      height={chartHeight}
      label={t('analysis__chart__described', {
        measure,
        value: displayValue(value + offset, currentLanguage(), decimals),
      })}
      axisLabel={unit === null ? measure : `${measure} (${unit})`}
      value={value}
      offset={offset}
      unit={unit}
      decimals={decimals}
    />
  )
}
