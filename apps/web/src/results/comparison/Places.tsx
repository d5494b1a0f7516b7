import type { Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { PercentileWhisker } from '../session/PercentileWhisker.tsx'
import { useIntervalText } from '../session/useIntervalText.ts'
import classes from './Charts.module.css'
import type { ComparedScore } from './useComparison.ts'

/** The percentile in each population with its confidence interval, as a line and in words. */
export function Places({ score, populations }: { score: ComparedScore; populations: readonly Population[] }) {
  const { t } = useTranslation()
  const intervalText = useIntervalText()
  const title = t('analysis__places__title')
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.places}>
        {populations.map(({ id, name }) => {
          const [percentile, interval] = [score.percentiles[id], score.intervals[id]]
          if (percentile === undefined || interval === undefined) return null
          return (
            <li key={id}>
              <span>{name}</span>
              <PercentileWhisker percentile={percentile} {...interval} />
              <span>{intervalText(percentile, interval)}</span>
            </li>
          )
        })}
      </ul>
      <p className={classes.note}>{t('analysis__places__note')}</p>
    </section>
  )
}
