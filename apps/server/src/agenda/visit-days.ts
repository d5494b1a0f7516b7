import type { Repeat } from '@fonema/contract'

const dayMs = 86_400_000

const utcOf = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string => dayOf(new Date(utcOf(day).getTime() + count * dayMs))

export const daysBetween = (from: string, to: string): number =>
  Math.round((utcOf(to).getTime() - utcOf(from).getTime()) / dayMs)

/** The same day of a later month, or that month's last day. */
function addMonths(day: string, count: number): string {
  const date = utcOf(day)
  const month = date.getUTCMonth() + count
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last))))
}

/** The days of a series, each counted from the first, so that the end of a short month shifts no later day. */
export const seriesDays = (first: string, { every, unit, times }: Repeat): string[] =>
  Array.from({ length: times }, (_, i) =>
    unit === 'week' ? addDays(first, 7 * every * i) : addMonths(first, every * i),
  )

/** The shortest time between two visits of a series. */
export const shortestGapDays = ({ every, unit }: Pick<Repeat, 'every' | 'unit'>): number =>
  every * (unit === 'week' ? 7 : 28)
