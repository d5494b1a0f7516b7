import type { FeatureDisplay, FeatureResult, Population, Quality } from '@fonema/contract'
import { Alert, Skeleton, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../ui/i18n.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { Swatch } from '../../ui/Swatch.tsx'
import { displayValue } from './display-value.ts'
import classes from './HeadingMetrics.module.css'
import { isLevel } from './levels.ts'
import { MeasureSign } from './MeasureSign.tsx'
import { PopulationCell } from './PopulationCell.tsx'
import { doubtsOf } from './unreliable.ts'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

type Score = FeatureDisplay['items'][number]['functions'][number]['scores'][number]

/** The populations to compare an item's numbers with, and how reliable the recording is. */
export type MetricsContext = { populations: readonly Population[]; hasSemaphore: boolean; quality: Quality | null }

/** A function's result, and which of its scores to show. */
export type MetricsPart = { result: FeatureResult; scores: readonly Score[] }

type HeadingMetricsProps = { heading: string; parts: readonly MetricsPart[]; context: MetricsContext }

/** The scores below one heading. Rows are laid out from the start, so that nothing moves when the values arrive. */
export function HeadingMetrics({ heading, parts, context }: HeadingMetricsProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const id = useId()
  const isCompared = ({ id }: Population) =>
    parts.some(
      ({ result, scores }) =>
        result.status === 'pending' || scores.some(({ name }) => result.percentiles[id]?.[name] !== undefined),
    )
  const populations = context.populations.filter(isCompared)
  const rows = parts.flatMap(({ result, scores }) =>
    scores
      .filter(({ name }) => result.status === 'pending' || name in result.scores || name in result.missing)
      .map((score) => ({ score, result, isDoubtful: doubtsIn(result, context.quality).length > 0 })),
  )
  const doubts = new Set(parts.flatMap(({ result }) => doubtsIn(result, context.quality)))
  const versions = new Set(
    parts.flatMap(({ result: { data } }) => ('transcript_version' in data ? [data.transcript_version] : [])),
  )
  return (
    <section
      className={classes.function}
      aria-labelledby={id}
      aria-busy={parts.some(({ result }) => result.status === 'pending')}
    >
      <h3 id={id} className={classes.name}>
        {texts.ofHeading(heading)}
      </h3>
      <Failures parts={parts} />
      {rows.length > 0 ? (
        <table
          className={classes.table}
          aria-labelledby={id}
          data-compared={populations.length > 0 || undefined}
          data-sparse={populations.length <= 2 || undefined}
        >
          <thead>
            <tr>
              <th scope="col">{t('analysis__table__measure')}</th>
              <th scope="col" className={classes.value}>
                {t('analysis__table__value')}
              </th>
              <th scope="col" className={classes.unit}>
                {t('analysis__table__unit')}
              </th>
              {populations.map((population) => (
                <th key={population.id} scope="col" className={classes.population}>
                  <Swatch population={population} /> {population.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <MetricRow key={row.score.name} {...row} context={{ ...context, populations }} />
            ))}
          </tbody>
        </table>
      ) : (
        parts.every(({ result }) => result.status !== 'failed') && (
          <p className={classes.empty}>{t('responses__result__no_data')}</p>
        )
      )}
      {parts.some(({ result }) => result.outdated_version !== undefined) && (
        <p className={classes.origin}>{t('analysis__table__outdated')}</p>
      )}
      {doubts.size > 0 && rows.length > 0 && (
        <p className={classes.doubts}>
          <WarningIcon size={16} />
          <span>
            {t('analysis__unreliable__note')} {[...doubts].map((reason) => t(`analysis__reason__${reason}`)).join(' ')}
          </span>
        </p>
      )}
      {parts.some(({ result }) => result.status === 'ready' && result.data.provisional === true) && (
        <p className={classes.doubts}>
          <WarningIcon size={16} />
          <span>{t('analysis__fluency__provisional')}</span>
        </p>
      )}
      {[...versions].map((version) => (
        <p key={version} className={classes.origin}>
          {t('analysis__table__from_transcript', { version })}
        </p>
      ))}
    </section>
  )
}

const doubtsIn = (result: FeatureResult, quality: Quality | null) =>
  result.status === 'ready' ? doubtsOf(quality, result.feature_extraction_func.entry) : []

/** Why functions failed. Two functions may have the same reason. */
function Failures({ parts }: { parts: readonly MetricsPart[] }) {
  const texts = useAnalysisTexts()
  const errors = new Set(parts.flatMap(({ result }) => (result.status === 'failed' ? [result.error] : [])))
  return [...errors].map((error) =>
    waitsForWords(error) ? (
      // The recording is fine; it waits for a transcript.
      <p key={error} className={classes.empty}>
        {texts.ofError(error)}
      </p>
    ) : (
      <Alert key={error} color="red" variant="light" className={classes.alert}>
        {texts.ofError(error)}
      </Alert>
    ),
  )
}

const waitsForWords = (error: string) => error === 'transcriber_unavailable' || error === 'words_not_confirmed'

type MetricRowProps = { score: Score; result: FeatureResult; context: MetricsContext; isDoubtful: boolean }

function MetricRow({ score, result, context, isDoubtful }: MetricRowProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { name, unit, decimals, offset } = score
  const { populations, hasSemaphore } = context
  const value = result.scores[name]
  const measure = <MeasureCell score={score} />
  if (result.status === 'pending')
    return (
      <tr>
        {measure}
        <td className={classes.value}>
          <Skeleton height={14} width={56} display="inline-block" />
          <VisuallyHidden component="span">{t('analysis__table__pending')}</VisuallyHidden>
        </td>
        <td className={classes.unit}>{unit}</td>
        {populations.map(({ id }) => (
          <td key={id} className={classes.population} />
        ))}
      </tr>
    )
  if (value === undefined || !Number.isFinite(value))
    return (
      <tr>
        {measure}
        <td colSpan={2 + populations.length} className={classes.missing}>
          {texts.ofMissing(result.missing[name])}
        </td>
      </tr>
    )
  return (
    <tr>
      {measure}
      <td className={classes.value}>
        {isDoubtful && (
          <span className={classes.doubt}>
            <WarningIcon size={14} />
            <VisuallyHidden component="span">{t('analysis__unreliable__value')}</VisuallyHidden>
          </span>
        )}
        {displayValue(value + offset, currentLanguage(), decimals)}
      </td>
      <td className={classes.unit}>{unit}</td>
      {populations.map((population) => (
        <PopulationCell
          key={population.id}
          population={population}
          result={result}
          score={name}
          hasSemaphore={hasSemaphore}
        />
      ))}
    </tr>
  )
}

const arrows = { higher_better: '↑', lower_better: '↓' } as const

/** A measure's name, its direction, and the button that explains it. */
function MeasureCell({ score: { name, unit, direction } }: { score: Score }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const words = texts.ofMeasure(name).split(' ')
  const last = isLevel(name) ? (
    <span className={classes.uncalibrated}>{t('analysis__table__uncalibrated')}</span>
  ) : (
    words.pop()
  )
  return (
    <th scope="row" abbr={texts.ofMeasure(name)}>
      {words.join(' ')}{' '}
      <span className={classes.last}>
        {last}
        {direction !== 'neutral' && (
          <span className={classes.direction}>
            <span aria-hidden="true">{arrows[direction]}</span>
            <VisuallyHidden component="span">{t(`analysis__direction__${direction}`)}</VisuallyHidden>
          </span>
        )}
        <MeasureSign measure={name} unit={unit} />
      </span>
    </th>
  )
}
