import { useTranslation } from '../../ui/i18n.ts'
import classes from './VowelSpace.module.css'

const size = { width: 260, height: 220, left: 44, right: 14, top: 14, bottom: 38 }
/** Hz, wide enough for most adults; a vowel beyond widens it. */
const usual = { f1: [200, 1000], f2: [600, 2800] } as const

type VowelChartProps = { formants: readonly { vowel: string; f1: number; f2: number }[] }

/** The vowels as phoneticians draw them: front vowels at the left, close ones at the top. */
export function VowelChart({ formants }: VowelChartProps) {
  const { t } = useTranslation()
  const f1 = scaleOf(
    usual.f1,
    formants.map(({ f1 }) => f1),
    [size.top, size.height - size.bottom],
  )
  const f2 = scaleOf(
    usual.f2,
    formants.map(({ f2 }) => f2),
    [size.width - size.right, size.left],
  )
  const points = formants.map((own) => ({ ...own, x: f2.at(own.f2), y: f1.at(own.f1) }))
  const [bottom, middle] = [size.height - size.bottom, (size.left + size.width - size.right) / 2]
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t('analysis__index__vowel_chart')}
    >
      <path className={classes.axis} d={`M${size.left} ${size.top}V${bottom}H${size.width - size.right}`} />
      {f1.ticks.map((hz) => (
        <text key={hz} x={size.left - 6} y={f1.at(hz) + 4} textAnchor="end">
          {hz}
        </text>
      ))}
      {f2.ticks.map((hz) => (
        <text key={hz} x={f2.at(hz)} y={bottom + 15} textAnchor="middle">
          {hz}
        </text>
      ))}
      <text x={middle} y={size.height - 6} textAnchor="middle">
        F2 (Hz)
      </text>
      <text transform={`translate(11 ${(size.top + bottom) / 2}) rotate(-90)`} textAnchor="middle">
        F1 (Hz)
      </text>
      <polygon className={classes.triangle} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ vowel, x, y }) => (
        <g key={vowel}>
          <circle className={classes.point} cx={x} cy={y} r={4} />
          <text className={classes.vowel} x={x + 8} y={vowel === 'a' ? y + 14 : y - 6}>
            {vowel}
          </text>
        </g>
      ))}
    </svg>
  )
}

const tickCount = 3

function scaleOf(usually: readonly [number, number], values: readonly number[], [from, to]: [number, number]) {
  const low = Math.min(usually[0], ...values.map((hz) => Math.floor(hz / 200) * 200))
  const high = Math.max(usually[1], ...values.map((hz) => Math.ceil(hz / 200) * 200))
  const at = (hz: number) => from + ((hz - low) / (high - low)) * (to - from)
  const ticks = Array.from({ length: tickCount }, (_, i) => Math.round(low + ((high - low) * i) / (tickCount - 1)))
  return { at, ticks }
}
