import type { ScaleLinear } from 'd3-scale'
import { Axis } from './Axis.tsx'
import { ResponseMark } from './ResponseMark.tsx'

/** What the charts of a measure have in common. */
export type ChartFrame = {
  width: number
  label: string
  axisLabel: string
  value: number
  offset: number
  unit: string | null
  decimals: number
}

type ChartFootProps = { frame: ChartFrame; scale: ScaleLinear<number, number>; top: number; bottom: number }

/** The axis of a measure and the mark of the response's value on it. */
export const ChartFoot = ({ frame, scale, top, bottom }: ChartFootProps) => (
  <>
    <Axis scale={scale} y={bottom} width={frame.width} label={frame.axisLabel} offset={frame.offset} />
    <ResponseMark
      x={scale(frame.value)}
      top={top}
      bottom={bottom}
      width={frame.width}
      shown={frame.value + frame.offset}
      unit={frame.unit}
      decimals={frame.decimals}
    />
  </>
)
