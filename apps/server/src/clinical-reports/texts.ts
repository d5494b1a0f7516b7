import { readFileSync } from 'node:fs'
import path from 'node:path'
import { dateLocale, type ReportLanguage } from '@fonema/contract'

const texts = JSON.parse(readFileSync(path.join(import.meta.dirname, 'measure-texts.json'), 'utf8')) as Record<
  ReportLanguage,
  Record<string, string>
>

/** A text of the pages, such as `measure__f0_mean_hz`; the key itself for a measure of another release. */
export const textOf = (language: ReportLanguage, key: string) => texts[language][key] ?? key.split('__').at(-1)!

/** A text with its `{{name}}`s filled in. */
export const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

/** A value as the report prints it: as precise as the measure is. */
export function numberOf(language: ReportLanguage, value: number, decimals: number): string {
  const isLost = value !== 0 && Math.abs(value) < 10 ** -decimals
  const precision = isLost
    ? { maximumSignificantDigits: 2 }
    : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(language, precision).format(value).replace('-', '−')
}

export const dayOf = (language: ReportLanguage, time: Date, timeZone: string) =>
  new Intl.DateTimeFormat(dateLocale(language), { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    time,
  )
