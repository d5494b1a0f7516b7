import { dateLocale } from '@fonema/contract/date-locale'
import { scaleUtc } from 'd3-scale'
import { dateFormat } from '../../ui/formats.ts'

export const maxTicks = 10
const dayMs = 86_400_000

/** A time axis from the first to the last date; a single date is centred in two days. */
export function timeScale(dates: readonly Date[], range: [number, number]) {
  const times = dates.map(Number)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const pad = Math.max((last - first) * 0.04, dayMs)
  return scaleUtc([first - pad, last + pad], range)
}

/** Round dates along the axis: at most ten, whatever number is requested. */
export function dateTicks(scale: ReturnType<typeof timeScale>, wanted: number): Date[] {
  // The scale treats the number as a hint and may return more.
  for (let count = Math.min(maxTicks, wanted); count > 0; count--) {
    // Steps shorter than a day would repeat the same label.
    const ticks = scale.ticks(count).filter((tick) => tick.getTime() % dayMs === 0)
    if (ticks.length > 0 && ticks.length <= Math.min(maxTicks, wanted)) return ticks
  }
  // Too few were requested to hit a round date; a scale is at least two days long.
  return [new Date(Math.ceil(Number(scale.domain()[0]) / dayMs) * dayMs)]
}

/** The shortest format that leaves no doubt about the year. */
export function formatTick(tick: Date, language: string, span: number): string {
  const style: Intl.DateTimeFormatOptions =
    span > 300 * dayMs ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }
  return dateFormat(dateLocale(language), { ...style, timeZone: 'UTC' }).format(tick)
}
