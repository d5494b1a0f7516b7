import type { FeatureResult, Population, ReadyResult } from '@fonema/contract'
import { purposeTexts, readPurpose } from '../../takes/skip-purpose.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { DensityChart } from '../comparison/DensityChart.tsx'
import { type ComparedScore, comparedScores } from '../comparison/useComparison.ts'
import { displayValue } from '../session/display-value.ts'
import type { Item } from '../session/session-state.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import classes from './Report.module.css'
import { ReportMeasures } from './ReportMeasures.tsx'
import type { Chosen } from './sections.ts'
import { mostUntypical } from './untypical.ts'
import type { ReportData } from './useReport.ts'

type ReportItemProps = { shown: Item; data: ReportData; norms: readonly Population[]; chosen: Chosen }

/** One item of the report. */
export function ReportItem({ shown: { item, answer, state }, data, norms, chosen }: ReportItemProps) {
  const { t } = useTranslation()
  const isRecorded = answer !== undefined && !answer.is_skipped
  const purpose = answer?.is_skipped ? readPurpose(answer.skipped_purpose ?? '') : null
  const quality = answer?.quality ?? null
  const title = t('responses__result__item', { order: item.order, title: item.title })
  const transcript = isRecorded ? answer.feature_extraction_res.find(isTranscript)?.data : undefined
  const hasTranscript = chosen.has('transcript') && transcript !== undefined && Boolean(transcript.transcript)
  const isUsedAsItIs = answer?.takes.some(({ status, interrupted }) => status === 'counting' && interrupted)
  return (
    <section className={classes.item}>
      <h2>{title}</h2>
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
      {hasTranscript && <Transcript data={transcript} language={data.session.protocol.locale.lang.code} />}
      {isRecorded && chosen.has('measures') && (
        <ReportMeasures
          answer={answer}
          data={data}
          norms={norms}
          title={hasTranscript ? `${title} · ${t('analysis__report__section__measures')}` : null}
        />
      )}
      {isRecorded && chosen.has('charts') && <Charts answer={answer} data={data} norms={norms} title={title} />}
    </section>
  )
}

const isTranscript = ({ feature_extraction_func }: FeatureResult) => feature_extraction_func.entry === 'transcript'

function Transcript({ data, language }: { data: ReadyResult['data']; language: string }) {
  const { t } = useTranslation()
  const { transcript, transcript_version, engine, model_words, confirmed } = data
  return (
    <div className={classes.whole}>
      <h3>{t('analysis__transcript__title')}</h3>
      <p className={classes.text} lang={language}>
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

type PartProps = { answer: NonNullable<Item['answer']>; data: ReportData; norms: readonly Population[]; title: string }

/** The two measures of the item that differ most from the populations. */
function Charts({ answer, data, norms, title }: PartProps) {
  const { t } = useTranslation()
  const scores = mostUntypical(comparedScores(answer, data.display), answer, norms)
  if (scores.length === 0) return null
  return (
    <div className={classes.whole}>
      <h3>
        {title} · {t('analysis__report__charts')}
      </h3>
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
