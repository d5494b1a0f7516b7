import type { Curves } from '@fonema/speech'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals, formatTickValue } from '../../ui/numbers.ts'

/** The picture in words, for people who do not see it. */
export function usePictureText() {
  const { t } = useTranslation()
  return (topHz: number | null, curves: Curves | null, hasPitch: boolean): string => {
    if (topHz === null) return t('responses__sound__loading')
    const khz = formatTickValue(topHz / 1000, currentLanguage())
    const parts = [t('responses__sound__picture', { khz })]
    const voiced = hasPitch ? curves?.pitch?.values.filter((hz) => hz > 0) : undefined
    if (voiced !== undefined && voiced.length > 0) {
      const [low, high] = [Math.min, Math.max].map((extreme) =>
        formatDecimals(
          voiced.reduce((a, b) => extreme(a, b)),
          currentLanguage(),
          0,
        ),
      )
      parts.push(t('responses__sound__picture_pitch', { low, high }))
    }
    if (curves !== null) {
      parts.push(t('responses__sound__picture_pauses', { count: curves.pauses.length }))
      parts.push(t('responses__sound__picture_syllables', { count: curves.syllablesS.length }))
    }
    return parts.join(' ')
  }
}
