import type { Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { placeOf } from './semaphore-band.ts'

/**
 * Texts for a percentile's position in a population: short for a cell, full where the population is not named beside
 * it.
 */
export function usePlaceTexts() {
  const { t } = useTranslation()
  return ({ name, is_reference }: Population, percentile: number): { short: string; whole: string } => {
    const place = placeOf(percentile)
    if (place === 'typical')
      return {
        short: t(is_reference ? 'analysis__place__usual' : 'analysis__place__typical'),
        whole: t('analysis__in_population__typical', { population: name }),
      }
    const short = t(`analysis__place__${place}`)
    return { short, whole: t('analysis__in_population__untypical', { place: short, population: name }) }
  }
}
