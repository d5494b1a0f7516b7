import type { FeatureResult, Population } from '@fonema/contract'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { Swatch } from '../../ui/Swatch.tsx'
import classes from './MetricsTable.module.css'
import { PercentileWhisker } from './PercentileWhisker.tsx'
import { bandOf, percentileText } from './semaphore-band.ts'
import { useIntervalText } from './useIntervalText.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'
import { useTieTexts } from './useTieTexts.ts'

type PopulationCellProps = { population: Population; result: FeatureResult; score: string; hasSemaphore: boolean }

/** A score's percentile in a population, and its description in words if the clinic wants it. */
export function PopulationCell({ population, result, score, hasSemaphore }: PopulationCellProps) {
  const { t } = useTranslation()
  const placeIn = usePlaceTexts()
  const tieTexts = useTieTexts()
  const percentile = result.percentiles[population.id]?.[score]
  const tie = tieTexts(result, population.id, score)
  const interval = result.intervals[population.id]?.[score]
  const intervalText = useIntervalText()
  const rangeText =
    percentile === undefined
      ? ''
      : interval === undefined
        ? t('analysis__compared__short', { percentile: percentileText(percentile) })
        : t('analysis__compared__range', {
            percentile: percentileText(percentile),
            low: percentileText(interval.low),
            high: percentileText(interval.high),
          })
  // Random numbers colour nothing.
  const isNorm = population.is_reference && !population.is_synthetic
  const untypical = result.semaphore[population.id]?.[score]
  const place = percentile === undefined ? undefined : placeIn(population, percentile)
  return (
    <td className={classes.population}>
      {percentile !== undefined && interval !== undefined && (
        <PercentileWhisker percentile={percentile} {...interval} />
      )}
      <span className={classes.place}>
        <span className={classes.narrow}>
          <Swatch population={population} />
        </span>
        {percentile === undefined ? (
          result.status === 'ready' && (
            <>
              <span aria-hidden="true">–</span>
              <VisuallyHidden component="span">{t('analysis__compared__none')}</VisuallyHidden>
            </>
          )
        ) : (
          <>
            <span className={classes.percentile} aria-hidden="true" title={tie?.whole}>
              {tie?.short ?? rangeText}
            </span>
            <VisuallyHidden component="span">
              {tie?.whole ?? t('analysis__compared__percentile', { percentile: percentileText(percentile) })}
              {interval !== undefined && ` (${intervalText(percentile, interval)})`}
            </VisuallyHidden>
          </>
        )}
        {hasSemaphore && place !== undefined && (
          // Green in a disease population's column would be read as healthy.
          <span
            className={classes.band}
            data-place=""
            data-band={isNorm && untypical !== undefined ? bandOf(untypical) : undefined}
          >
            <span aria-hidden="true">{place.short}</span>
            <VisuallyHidden component="span">{place.whole}</VisuallyHidden>
          </span>
        )}
      </span>
    </td>
  )
}
