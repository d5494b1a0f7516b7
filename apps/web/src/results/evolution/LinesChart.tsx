import { scaleLinear } from 'd3-scale'
import { line as pathOf } from 'd3-shape'
import { Link } from 'react-router'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { formatTickValue } from '../../ui/numbers.ts'
import charts from '../comparison/Charts.module.css'
import { comparablePoints, hollowReason } from './change.ts'
import type { Marked } from './choose-lines.ts'
import { dateTicks, formatTick, timeScale } from './date-ticks.ts'
import { EventMarks } from './EventMarks.tsx'
import classes from './Evolution.module.css'
import type { ChartEvent } from './events.ts'
import { placeLabels, wrapText } from './labels.ts'
import type { Point } from './lines.ts'
import { colorOf, dashOf, shapeOf } from './marks.ts'
import { useEvolutionTexts } from './useEvolutionTexts.ts'

/** A drawn line with the ends of its band of measurement error, in the chart's unit. */
type ChartLine = Marked & { band: [number, number] | null }

export type LinesChartProps = {
  participantId: string
  lines: readonly ChartLine[]
  /** Every session of the time axis, the same in charts above each other. */
  dates: readonly string[]
  /** The population whose places are drawn, 0 to 100; null: measured values on their own axis. */
  populationId: string | null
  events: readonly ChartEvent[]
  width: number
  height?: number
  label: string
  onEvent?: (event: ChartEvent | null) => void
}

const [top, left] = [14, 46]
const lineHeight = 15
const wholeRange = [0, 25, 50, 75, 100]

/** Values over time. Each mark links to its session's result; a hollow one cannot be compared with the latest. */
export function LinesChart(props: LinesChartProps) {
  const { participantId, lines, dates, populationId, events, width, height = 320, label, onEvent } = props
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const language = currentLanguage()
  const isNarrow = width < 560
  const [right, letters] = isNarrow ? [108, 13] : [208, 27]
  const bottom = height - (events.length > 0 ? 62 : 40)
  const placeIn = (point: Point, { line }: ChartLine) =>
    populationId === null ? point.raw + line.offset : point.places[populationId]
  const placesOf = (one: ChartLine) =>
    one.line.points.flatMap((point) => {
      const place = placeIn(point, one)
      return place === undefined ? [] : [{ point, place }]
    })
  const values = lines.flatMap((one) => [...placesOf(one).map(({ place }) => place), ...(one.band ?? [])])
  const x = timeScale(dates.length === 0 ? [new Date(0)] : dates.map((date) => new Date(date)), [left, width - right])
  const y = scaleLinear(populationId === null && values.length > 0 ? spanOf(values) : [0, 100], [bottom, top])
  const [from, to] = x.domain() as [Date, Date]
  const xOf = (date: string) => x(new Date(date))
  const ends = lines.flatMap((one) => {
    const last = placesOf(one).at(-1)
    const text = wrapText(
      texts.nameOf(one.line) + (one.line.direction === 'neutral' && populationId ? '\u00a0*' : ''),
      letters,
    )
    return last === undefined ? [] : [{ ...one, text, end: y(last.place), endX: xOf(last.point.date) }]
  })
  const tops = placeLabels(
    ends.map(({ end }) => end),
    ends.map(({ text }) => text.length * lineHeight + 4),
    [0, height],
  )
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={charts.chart}>
      <title>{label}</title>
      {lines.map(
        ({ line, mark, band }) =>
          band !== null && (
            <g key={line.id} data-band-of={line.score} style={{ color: colorOf(mark) }} className={classes.band}>
              <title>{t('analysis__change__band_of', { measure: texts.nameOf(line) })}</title>
              <rect
                x={xOf(comparablePoints(line)[0]?.date ?? '')}
                width={width - right - xOf(comparablePoints(line)[0]?.date ?? '')}
                y={y(band[1])}
                height={Math.max(1, y(band[0]) - y(band[1]))}
              />
            </g>
          ),
      )}
      <g className={classes.grid}>
        {(populationId === null ? y.ticks(height < 200 ? 3 : 5) : wholeRange).map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {formatTickValue(tick, language)}
            </text>
          </g>
        ))}
        {dates.length > 0 &&
          dateTicks(x, Math.max(2, Math.floor((width - left - right) / 74))).map((tick) => (
            <text key={tick.toISOString()} x={x(tick)} y={bottom + 22} textAnchor="middle" data-date-tick="">
              {formatTick(tick, language, Number(to) - Number(from))}
            </text>
          ))}
      </g>
      <EventMarks participantId={participantId} events={events} xOf={xOf} y={bottom + 44} onEvent={onEvent} />
      {lines.map((one) => (
        <path
          key={one.line.id}
          d={
            pathOf()(
              placesOf(one)
                .filter(({ point }) => hollowReason(one.line, point) === null)
                .map(({ point, place }): [number, number] => [xOf(point.date), y(place)]),
            ) ?? ''
          }
          fill="none"
          stroke={colorOf(one.mark)}
          strokeWidth={2}
          strokeDasharray={dashOf(one.mark)}
          data-series={one.line.score}
        />
      ))}
      {ends.map(({ line, mark, text, end, endX }, i) => (
        <g key={line.id} className={classes.label} fill={colorOf(mark)} data-label="">
          <path
            d={`M ${endX + 9} ${end} L ${width - right + 4} ${tops[i]! + (text.length * lineHeight) / 2 + 2}`}
            stroke={colorOf(mark)}
            strokeOpacity={0.45}
            fill="none"
          />
          <text y={tops[i]! + 13} style={{ fill: colorOf(mark) }}>
            {text.map((part, row) => (
              <tspan key={part} x={width - right + 10} dy={row === 0 ? 0 : lineHeight}>
                {part}
              </tspan>
            ))}
          </text>
        </g>
      ))}
      {lines.map((one) =>
        placesOf(one).map(({ point, place }) => {
          const { line, mark } = one
          const reason = hollowReason(line, point)
          const said = {
            measure: texts.nameOf(line),
            date: texts.dayOf(point.date),
            value: texts.valueOf(point.raw, line),
          }
          const more = [
            populationId !== null && t('analysis__evolution__place', { place: Math.round(place) }),
            reason !== null && t(`analysis__obstacle__${reason}`),
          ]
            .filter(Boolean)
            .join(', ')
          const name =
            more === '' ? t('analysis__evolution__value', said) : t('analysis__evolution__mark', { ...said, more })
          return (
            <Link
              key={`${point.session}:${line.id}`}
              to={links.protocolres(participantId, point.session)}
              aria-label={name}
              className={classes.point}
              data-hollow={reason ?? undefined}
            >
              <g transform={`translate(${xOf(point.date)} ${y(place)})`}>
                <title>{name}</title>
                <circle r={12} className={classes.target} />
                {reason === null ? (
                  <path d={shapeOf(mark)} fill={colorOf(mark)} stroke="#fff" strokeWidth={1.5} />
                ) : (
                  <path d={shapeOf(mark, 70)} fill="#fff" stroke={colorOf(mark)} strokeWidth={2} />
                )}
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
  // An axis below 0 would show values that a count or a share cannot have.
  return [low < 0 ? low - pad : Math.max(0, low - pad), high + pad]
}
