import { scaleUtc } from 'd3-scale'

export const mostTicks = 10
const dayMs = 86_400_000

/** A time axis from the first to the last date; a single one stands in the middle of two days. */
export function timeScale(dates: readonly Date[], range: [number, number]) {
  const times = dates.map(Number)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const pad = Math.max((last - first) * 0.04, dayMs)
  return scaleUtc([first - pad, last + pad], range)
}

/** Round dates along the axis, at most ten whatever is asked for. */
export function dateTicks(scale: ReturnType<typeof timeScale>, wanted: number): Date[] {
  // A scale takes the number as a hint and may give more.
  for (let count = Math.min(mostTicks, wanted); count > 0; count--) {
    // Shorter steps than a day would say the same day again.
    const ticks = scale.ticks(count).filter((tick) => tick.getTime() % dayMs === 0)
    if (ticks.length > 0 && ticks.length <= Math.min(mostTicks, wanted)) return ticks
  }
  // Too few were asked for to hit a round date; a scale is two days long at least.
  return [new Date(Math.ceil(Number(scale.domain()[0]) / dayMs) * dayMs)]
}

/** As short as it can be said without doubt about the year. */
export function formatTick(tick: Date, language: string, span: number): string {
  const style: Intl.DateTimeFormatOptions =
    span > 300 * dayMs ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(tick)
}
