import type { Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './Charts.module.css'
import { dashOf } from './curve.ts'

/** Names each population's line, and marks synthetic populations wherever it is shown. */
export function ChartLegend({ populations }: { populations: readonly Population[] }) {
  const { t } = useTranslation()
  return (
    <>
      <ul className={classes.legend}>
        {populations.map((population, index) => (
          <li key={population.id}>
            <svg width="34" height="14" viewBox="0 0 34 14" aria-hidden="true">
              <rect width="34" height="14" fill={population.fill_color} />
              <line
                x2="34"
                y1="7"
                y2="7"
                stroke={population.stroke_color}
                strokeWidth="2.25"
                strokeDasharray={dashOf(index)}
              />
            </svg>
            {population.name}
          </li>
        ))}
      </ul>
      {populations.some(({ card }) => card !== null) && (
        <p className={classes.note}>{t('analysis__compared__published_note')}</p>
      )}
      {populations.some(({ is_synthetic }) => is_synthetic) && (
        <p className={classes.synthetic}>{t('analysis__compared__synthetic')}</p>
      )}
    </>
  )
}
