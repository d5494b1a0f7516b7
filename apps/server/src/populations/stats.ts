import { curveOf, estimateDensity, momentsOf, quantileOf } from './density.ts'
import type { Sample } from './sample.ts'

// Four digits are more than a drawing shows, and half of the bytes.
const short = (value: number) => Number(value.toPrecision(4))

/** A population's values of one score, as a chart shows them; null for fewer than ten people. */
export function statsOf({ vals }: Sample) {
  const density = estimateDensity(vals)
  if (density === null) return null
  const { mean, sd } = momentsOf(density.values)
  const quantile = (share: number) => quantileOf(density.values, share)
  const { x, y } = curveOf(density)
  return {
    n: vals.length,
    mean,
    sd,
    p5: quantile(0.05),
    p25: quantile(0.25),
    p50: quantile(0.5),
    p75: quantile(0.75),
    p95: quantile(0.95),
    x: x.map(short),
    y: y.map(short),
  }
}
