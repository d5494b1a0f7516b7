import type { ScaleLinear } from 'd3-scale'
import { currentLanguage } from '../../ui/i18n.ts'
import { formatTickValue } from '../../ui/numbers.ts'
import classes from './Charts.module.css'

type AxisProps = { scale: ScaleLinear<number, number>; y: number; width: number; label: string; offset: number }

/** A measure's axis along the bottom. `offset` is added to each shown value. */
export function Axis({ scale, y, width, label, offset }: AxisProps) {
  const ticks = scale.ticks(Math.max(2, Math.floor(width / 90)))
  const step = ticks.length > 1 ? ticks[1]! - ticks[0]! : 1
  // A shifted axis puts its ticks at round shown values.
  const shift = offset === 0 ? 0 : Math.ceil(offset / step) * step - offset
  return (
    <g className={classes.axis}>
      <line x1={scale.range()[0]} x2={scale.range()[1]} y1={y} y2={y} />
      {ticks.map((tick) => {
        const x = scale(tick + shift)
        if (x > scale.range()[1]!) return null
        return (
          <g key={tick} transform={`translate(${x} ${y})`}>
            <line y2={5} />
            <text y={19} textAnchor="middle">
              {formatTickValue(tick + shift + offset, currentLanguage())}
            </text>
          </g>
        )
      })}
      <text x={scale.range()[1]} y={y + 38} textAnchor="end" className={classes.axisLabel}>
        {label}
      </text>
    </g>
  )
}
