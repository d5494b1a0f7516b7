import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { formatTickValue } from '../../ui/numbers.ts'
import charts from '../comparison/Charts.module.css'
import { displayValue } from '../session/display-value.ts'
import { useAnalysisTexts } from '../session/useAnalysisTexts.ts'
import { dateTicks, formatTick, timeScale } from './date-ticks.ts'
import classes from './Evolution.module.css'
import { colorOf, dashOf, shapeOf } from './marks.ts'
import type { Point, Series } from './series.ts'

/** A series with its index among all series of the group, shown or hidden. */
export type DrawnSeries = { series: Series; index: number }

export type EvolutionChartProps = {
  participantId: string
  drawn: readonly DrawnSeries[]
  /** false: percentiles within a population, 0 to 100; true: measured values on their own axis. */
  isRaw: boolean
  /** The measurement error around the first value. */
  band?: [number, number] | null
  width: number
  label: string
}

const height = 320
const [top, bottom, left, right] = [14, 276, 46, 16]
const wholeRange = [0, 25, 50, 75, 100]

/** Scores over time. Each point links to its result. */
export function EvolutionChart({ participantId, drawn, isRaw, band = null, width, label }: EvolutionChartProps) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const language = currentLanguage()
  const placeOf = ({ value, raw }: Point, { offset }: Series) => (isRaw ? raw + offset : (value ?? 0))
  const dates = drawn.flatMap(({ series }) => series.points.map(({ date }) => new Date(date)))
  const values = drawn.flatMap(({ series }) => series.points.map((point) => placeOf(point, series))).concat(band ?? [])
  const x = timeScale(dates.length === 0 ? [new Date(0)] : dates, [left, width - right])
  const y = scaleLinear(isRaw && values.length > 0 ? spanOf(values) : [0, 100], [bottom, top])
  const [from, to] = x.domain() as [Date, Date]
  const yTicks = isRaw ? y.ticks(5) : wholeRange
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={charts.chart}>
      <title>{label}</title>
      {band !== null && (
        <rect
          x={left}
          width={width - left - right}
          y={y(band[1])}
          height={y(band[0]) - y(band[1])}
          className={classes.band}
        >
          <title>{t('analysis__change__band')}</title>
        </rect>
      )}
      <g className={classes.grid}>
        {yTicks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {formatTickValue(tick, language)}
            </text>
          </g>
        ))}
        {dates.length > 0 &&
          dateTicks(x, Math.max(2, Math.floor((width - left - right) / 74))).map((tick) => (
            <text key={tick.toISOString()} x={x(tick)} y={bottom + 24} textAnchor="middle" data-date-tick="">
              {formatTick(tick, language, Number(to) - Number(from))}
            </text>
          ))}
      </g>
      {drawn.map(({ series, index }) => {
        const points = series.points.map((point): [number, number] => [
          x(new Date(point.date)),
          y(placeOf(point, series)),
        ])
        return (
          <path
            key={series.id}
            d={line()(points) ?? ''}
            fill="none"
            stroke={colorOf(index)}
            strokeWidth={2}
            strokeDasharray={dashOf(index)}
            data-series=""
          />
        )
      })}
      {drawn.map(({ series, index }) =>
        series.points.map((point) => {
          const name = t('analysis__evolution__point', {
            measure: texts.ofMeasure(series.score),
            date: formatApiDate(point.date, language),
            value: [displayValue(point.raw + series.offset, language, series.decimals), series.unit]
              .filter(Boolean)
              .join(' '),
            place: point.value === null ? '–' : String(Math.round(point.value)),
          })
          return (
            <Link
              key={`${point.protocol_response_id}:${series.id}`}
              to={links.protocolres(participantId, point.protocol_response_id)}
              aria-label={name}
              className={classes.point}
            >
              <g transform={`translate(${x(new Date(point.date))} ${y(placeOf(point, series))})`}>
                <title>{name}</title>
                <circle r={12} className={classes.target} />
                <path d={shapeOf(index)} fill={colorOf(index)} stroke="#fff" strokeWidth={1.5} />
              </g>
            </Link>
          )
        }),
      )}
    </svg>
  )
}

function spanOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const pad = high > low ? (high - low) * 0.1 : Math.abs(low) * 0.1 || 1
  return [low - pad, high + pad]
}
