import type { Population } from '@fonema/contract'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { percentileText } from '../session/semaphore-band.ts'
import classes from './Charts.module.css'
import { dashOf } from './curve.ts'

type ProbabilitiesProps = {
  populations: readonly Population[]
  row: Record<string, number> | undefined
  /** Whether a recording that can be trusted has the measure. */
  isReliable: boolean
  title: string
}

/**
 * The probability of each compared population by one score. The probabilities add up to 100 %. Without a row there are
 * fewer than two populations, or no value that can be trusted; an empty row is far from all of them.
 */
export function Probabilities({ populations, row, isReliable, title }: ProbabilitiesProps) {
  const { t } = useTranslation()
  const compared = populations.filter(({ id }) => row?.[id] !== undefined)
  if (row === undefined)
    return (
      <p className={classes.note}>
        {t(isReliable ? 'analysis__probability__one_population' : 'analysis__probability__unreliable')}
      </p>
    )
  if (compared.length === 0) return <p className={classes.note}>{t('analysis__probability__far_from_all')}</p>
  return (
    <table className={classes.bars} aria-label={title}>
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">{t('analysis__chart__population')}</th>
          <th scope="col">{t('analysis__probability__column')}</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {compared.map((population, index) => (
          <tr key={population.id}>
            <th scope="row">{population.name}</th>
            <td>
              <span className={classes.bar}>
                <svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
                  <rect
                    x="0.4"
                    y="1"
                    width={Math.max(0.4, 99.2 * row[population.id]!)}
                    height="14"
                    fill={population.fill_color}
                    stroke={population.stroke_color}
                    strokeWidth="2"
                    strokeDasharray={dashOf(index)}
                    vectorEffect="non-scaling-stroke"
                  />
                </svg>
                <span>
                  {t('analysis__probability__percent', { percent: percentileText(100 * row[population.id]!) })}
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
