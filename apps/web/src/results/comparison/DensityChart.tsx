import type { Population } from '@fonema/contract'
import { scaleLinear } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { ChartFoot, type ChartFrame } from './ChartFoot.tsx'
import classes from './Charts.module.css'
import { type Curve, dashOf, domainOf, heightOf, within } from './curve.ts'

type DrawnPopulation = { population: Population; curve: Curve }
type DensityChartProps = ChartFrame & { populations: readonly DrawnPopulation[]; height?: number }

const ordinaryHeight = 280
const [top, foot, side] = [34, 48, 8]

/** The distribution of values in each population, with the response's value marked. */
export function DensityChart({ populations, height = ordinaryHeight, ...frame }: DensityChartProps) {
  const { width, label, value } = frame
  const bottom = height - foot
  const curves = populations.map(({ curve }) => curve)
  const domain = domainOf(curves, [value])
  const x = scaleLinear(domain, [side, width - side])
  const y = scaleLinear([0, heightOf(curves) || 1], [bottom, top])
  const points = (curve: Curve) => {
    const seen = within(curve, domain)
    return seen.x.map((at, i): [number, number] => [x(at), y(seen.y[i]!)])
  }
  const stroke = line().curve(curveMonotoneX)
  const fill = area().curve(curveMonotoneX).y0(bottom)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.chart} role="img" aria-label={label}>
      {populations.map(({ population, curve }) => (
        <path key={population.id} d={fill(points(curve)) ?? ''} fill={population.fill_color} />
      ))}
      {populations.map(({ population, curve }, index) => (
        <path
          key={population.id}
          d={stroke(points(curve)) ?? ''}
          fill="none"
          stroke={population.stroke_color}
          strokeWidth={2.25}
          strokeDasharray={dashOf(index)}
        />
      ))}
      <ChartFoot frame={frame} scale={x} top={top} bottom={bottom} />
    </svg>
  )
}
