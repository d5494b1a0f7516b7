import type { FeatureResult, Population } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import classes from './FunctionMetrics.module.css'
import { Swatch } from './Swatch.tsx'
import { bandOf, percentileText } from './semaphore-band.ts'

type PopulationCellProps = { population: Population; result: FeatureResult; score: string; hasSemaphore: boolean }

/** Where a score lies in a population: its percentile, and how untypical that is where the clinic wants it. */
export function PopulationCell({ population, result, score, hasSemaphore }: PopulationCellProps) {
  const { t } = useTranslation()
  const percentile = result.percentiles?.[population.id]?.[score]
  const untypical = result.semaphore?.[population.id]?.[score]
  return (
    <td className={classes.population}>
      <span className={classes.place}>
        <span className={classes.narrow}>
          <Swatch population={population} />
        </span>
        {percentile === undefined ? (
          result.status === 'ready' && (
            <>
              <span aria-hidden="true">–</span>
              <span className={classes.hidden}>{t('analysis__compared__none')}</span>
            </>
          )
        ) : (
          <>
            <span aria-hidden="true">{t('analysis__compared__short', { percentile: percentileText(percentile) })}</span>
            <span className={classes.hidden}>
              {t('analysis__compared__percentile', { percentile: percentileText(percentile) })}
            </span>
          </>
        )}
        {hasSemaphore && untypical !== undefined && (
          <span className={classes.band} data-band={bandOf(untypical)}>
            {t(`analysis__band__${bandOf(untypical)}`)}
          </span>
        )}
      </span>
    </td>
  )
}
