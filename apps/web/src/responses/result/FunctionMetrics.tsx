import type { FeatureDisplay, FeatureResult } from '@fonema/contract'
import { Alert, Skeleton } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { displayValue } from './display-value.ts'
import classes from './FunctionMetrics.module.css'
import { isLevel } from './levels.ts'
import { MeasureSign } from './MeasureSign.tsx'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

type Score = FeatureDisplay['items'][number]['functions'][number]['scores'][number]
type FunctionMetricsProps = { result: FeatureResult; shown: readonly Score[] }

/** What one function found. Its rows stand from the beginning, so that nothing moves when the values come. */
export function FunctionMetrics({ result, shown }: FunctionMetricsProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const id = useId()
  const isKnown = ({ name }: Score) => result.status === 'pending' || name in result.scores || name in result.missing
  const rows = shown.filter(isKnown)
  return (
    <section className={classes.function} aria-labelledby={id} aria-busy={result.status === 'pending'}>
      <h3 id={id} className={classes.name}>
        {texts.ofFunction(result.feature_extraction_func)}
      </h3>
      {result.status === 'failed' ? (
        result.error === 'transcriber_unavailable' ? (
          // Nothing is wrong with the recording: it waits for words.
          <p className={classes.empty}>{texts.ofError(result.error)}</p>
        ) : (
          <Alert color="red" variant="light" className={classes.alert}>
            {texts.ofError(result.error)}
          </Alert>
        )
      ) : rows.length === 0 ? (
        <p className={classes.empty}>{t('responses__result__no_data')}</p>
      ) : (
        <table className={classes.table} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{t('analysis__table__measure')}</th>
              <th scope="col" className={classes.value}>
                {t('analysis__table__value')}
              </th>
              <th scope="col">{t('analysis__table__unit')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((score) => (
              <MetricRow key={score.name} score={score} result={result} />
            ))}
          </tbody>
        </table>
      )}
      {result.outdated_version !== undefined && <p className={classes.origin}>{t('analysis__table__outdated')}</p>}
      {result.status === 'ready' && result.data?.transcript_version !== undefined && (
        <p className={classes.origin}>
          {t('analysis__table__from_transcript', { version: result.data.transcript_version })}
        </p>
      )}
    </section>
  )
}

function MetricRow({ score: { name, unit, offset }, result }: { score: Score; result: FeatureResult }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const value = result.scores[name]
  const words = texts.ofMeasure(name).split(' ')
  const last = isLevel(name) ? (
    <span className={classes.uncalibrated}>{t('analysis__table__uncalibrated')}</span>
  ) : (
    words.pop()
  )
  const measure = (
    <th scope="row" abbr={texts.ofMeasure(name)}>
      {words.join(' ')}{' '}
      <span className={classes.last}>
        {last}
        <MeasureSign measure={name} unit={unit} />
      </span>
    </th>
  )
  if (result.status === 'pending')
    return (
      <tr>
        {measure}
        <td className={classes.value}>
          <Skeleton height={14} width={56} display="inline-block" />
          <span className={classes.hidden}>{t('analysis__table__pending')}</span>
        </td>
        <td className={classes.unit}>{unit}</td>
      </tr>
    )
  if (value === undefined || !Number.isFinite(value))
    return (
      <tr>
        {measure}
        <td colSpan={2} className={classes.missing}>
          {texts.ofMissing(result.missing[name])}
        </td>
      </tr>
    )
  return (
    <tr>
      {measure}
      <td className={classes.value}>{displayValue(value + offset)}</td>
      <td className={classes.unit}>{unit}</td>
    </tr>
  )
}
