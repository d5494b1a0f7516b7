import type { Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { Swatch } from '../../ui/Swatch.tsx'
import classes from './ItemMetrics.module.css'
import type { useOtherPopulations } from './other-populations.ts'

type OtherPopulationsProps = { populations: readonly Population[]; chosen: ReturnType<typeof useOtherPopulations> }

/** Columns to add: populations of a diagnosis, and further references. */
export function OtherPopulations({ populations, chosen }: OtherPopulationsProps) {
  const { t } = useTranslation()
  if (populations.length === 0) return null
  return (
    <fieldset className={classes.others}>
      <legend>{t('analysis__others__title')}</legend>
      {populations.map((population) => (
        <label key={population.id}>
          <input type="checkbox" checked={chosen.has(population.id)} onChange={() => chosen.toggle(population.id)} />
          <Swatch population={population} /> {population.name}
        </label>
      ))}
    </fieldset>
  )
}
