import type { Visit } from '@fonema/contract'
import { dateLocale } from '@fonema/contract/date-locale'
import { formatApiDate } from '../ui/dates.ts'
import { dateFormat } from '../ui/formats.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'

/** A visit in words. Its day and time are those of the user's time zone, wherever the browser is. */
export function useVisitTexts() {
  const { t } = useTranslation()
  const language = currentLanguage()
  const shiftedDay = (day: string, days: number) =>
    new Date(new Date(`${day}T00:00:00Z`).getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return {
    when: ({ date, time }: Pick<Visit, 'date' | 'time'>) => `${formatApiDate(date, language)}, ${time}`,
    what: ({ protocol, survey }: Pick<Visit, 'protocol' | 'survey'>) =>
      [protocol?.name, survey?.name].filter((name) => name !== undefined).join(' + ') || t('visits__what__open'),
    series: ({ series }: Pick<Visit, 'series'>) =>
      series === null ? null : t('visits__what__series', { position: series.position, of: series.count }),
    window: ({ date, tolerance_days }: Pick<Visit, 'date' | 'tolerance_days'>) => {
      if (tolerance_days === 0) return null
      const style = dateFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' })
      const dayOf = (days: number) => new Date(`${shiftedDay(date, days)}T00:00:00Z`)
      return style.formatRange(dayOf(-tolerance_days), dayOf(tolerance_days))
    },
    nameOf: ({ participant: { first_name, last_name } }: Pick<Visit, 'participant'>) =>
      [first_name, last_name].filter(Boolean).join(' '),
  }
}
