import type { Population, PopulationStats } from '@fonema/contract'
import { scaleLinear } from 'd3-scale'
import { ChartFoot, type ChartFrame } from './ChartFoot.tsx'
import classes from './Charts.module.css'
import { domainOf } from './curve.ts'

export type Box = PopulationStats['scores'][string]
type BoxChartProps = ChartFrame & { boxes: readonly { population: Population; box: Box }[] }

const [top, row, thickness, side] = [34, 62, 22, 8]

/** For each population its middle half, median and central nine tenths, with the response's value marked. */
export function BoxChart({ boxes, ...frame }: BoxChartProps) {
  const { width, label, value } = frame
  const bottom = top + row * boxes.length + 6
  const domain = domainOf([], [value, ...boxes.flatMap(({ box }) => [box.p5, box.p95])])
  const x = scaleLinear(domain, [side, width - side])
  return (
    <svg viewBox={`0 0 ${width} ${bottom + 48}`} className={classes.chart} role="img" aria-label={label}>
      {boxes.map(({ population, box }, index) => {
        const middle = top + row * index + 38
        const { stroke_color: stroke, fill_color: fill } = population
        return (
          <g key={population.id} stroke={stroke} strokeWidth={2}>
            <text x={side} y={middle - 19} stroke="none" className={classes.rowName}>
              {population.name}
            </text>
            <path
              fill="none"
              d={`M ${x(box.p5)} ${middle - 7} v 14 m 0 -7 H ${x(box.p25)} M ${x(box.p75)} ${middle} H ${x(box.p95)} m 0 -7 v 14`}
            />
            <rect
              x={x(box.p25)}
              y={middle - thickness / 2}
              width={Math.max(1, x(box.p75) - x(box.p25))}
              height={thickness}
              rx={3}
              fill={fill}
            />
            <line
              x1={x(box.p50)}
              x2={x(box.p50)}
              y1={middle - thickness / 2}
              y2={middle + thickness / 2}
              strokeWidth={4}
            />
          </g>
        )
      })}
      <ChartFoot frame={frame} scale={x} top={top} bottom={bottom} />
    </svg>
  )
}
