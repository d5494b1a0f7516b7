import type { FeatureResult, Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { Swatch } from '../../ui/Swatch.tsx'
import classes from './PopulationLegend.module.css'
import { comparedIn, type uncomparedOf } from './populations.ts'

type PopulationLegendProps = {
  populations: readonly Population[]
  uncompared: ReturnType<typeof uncomparedOf>
  results: readonly FeatureResult[]
}

/** The populations of the comparison: version, number of people, and whether they are like the participant. */
export function PopulationLegend({ populations, uncompared, results }: PopulationLegendProps) {
  const { t } = useTranslation()
  if (populations.length + uncompared.length === 0) return null
  return (
    <div className={classes.legend}>
      {populations.length > 0 && (
        <>
          <p className={classes.title}>{t('analysis__compared__legend')}</p>
          <ul>
            {populations.map((population) => {
              const compared = comparedIn(results, population.id)
              return (
                <li key={population.id}>
                  <Swatch population={population} />
                  <span>
                    {population.name}{' '}
                    {population.is_reference && (
                      <span className={classes.reference}>{t('analysis__compared__reference')}</span>
                    )}
                    {population.card !== null && (
                      <span className={classes.version}>{t('analysis__compared__published')}</span>
                    )}
                    {compared !== undefined && (
                      <span className={classes.version}>
                        {t(compared.is_matched ? 'analysis__compared__matched' : 'analysis__compared__whole', {
                          count: compared.n,
                          version: compared.version,
                        })}
                      </span>
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {uncompared.length > 0 && (
        <>
          <p className={classes.title}>{t('analysis__uncompared__title')}</p>
          <ul>
            {uncompared.map(({ population, reason }) => (
              <li key={population.id}>
                <Swatch population={population} />
                <span>{t(`analysis__uncompared__${reason}`, { population: population.name })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {populations.some(({ is_synthetic }) => is_synthetic) && (
        <p className={classes.synthetic}>{t('analysis__compared__synthetic')}</p>
      )}
    </div>
  )
}
