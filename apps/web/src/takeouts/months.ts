import { dateFormat } from '../ui/formats.ts'

const offered = 24

/** The current month and those before it, newest first, as `YYYY-MM`. */
export function lastMonths(today: string): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return Array.from({ length: offered }, (_, back) => {
    const date = new Date(Date.UTC(year, month - 1 - back, 1))
    return date.toISOString().slice(0, 7)
  })
}

export const startOf = (month: string): string => `${month}-01`

/** The last day of a month, or today in the current month. */
export function endOf(month: string, today: string): string {
  if (today.startsWith(month)) return today
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

export const monthName = (month: string, language: string): string =>
  dateFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
