import type { Population } from '@fonema/contract'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import charts from '../comparison/Charts.module.css'
import { hollowReason } from './change.ts'
import type { Marked } from './choose-lines.ts'
import classes from './Evolution.module.css'
import type { ChartEvent } from './events.ts'
import { LinesChart } from './LinesChart.tsx'
import { hasPlaces, type Line } from './lines.ts'
import { OneSession } from './OneSession.tsx'
import { useEvolutionTexts } from './useEvolutionTexts.ts'

type EvolutionChartsProps = {
  participantId: string
  drawn: readonly Marked[]
  dates: readonly string[]
  /** undefined: measured values. */
  population: Population | undefined
  events: readonly ChartEvent[]
  bandIn: (line: Line, populationId: string | null) => [number, number] | null
}

const widestBeforeMeasured = 960

/** Lines within one population on one axis, and each measure without a population on an axis of its own. */
export function EvolutionCharts({ participantId, drawn, dates, population, events, bandIn }: EvolutionChartsProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const { ref, width: found } = useElementSize()
  const [event, setEvent] = useState<ChartEvent | null>(null)
  const width = found || widestBeforeMeasured
  const title = t('analysis__evolution__title')
  const placed = population === undefined ? [] : drawn.filter(({ line }) => hasPlaces(line, population.id))
  const raw = drawn.filter((one) => !placed.includes(one))
  const common = { participantId, dates, events, width, onEvent: setEvent }
  const withBand = (one: Marked, populationId: string | null) => ({ ...one, band: bandIn(one.line, populationId) })
  const axis = population !== undefined && placed.length > 0 && (
    <p className={classes.nothing}>{t(`analysis__axis__${meaningOf(placed)}`, { population: population.name })}</p>
  )
  const synthetic = population?.is_synthetic === true && placed.length > 0 && (
    <p className={charts.synthetic}>{t('analysis__compared__synthetic')}</p>
  )
  if (dates.length === 1)
    return (
      <>
        <OneSession
          participantId={participantId}
          lines={drawn.map(({ line }) => line)}
          populationId={population?.id ?? null}
          label={title}
          explanation={axis}
        />
        {synthetic}
      </>
    )
  return (
    <div ref={ref}>
      {population !== undefined && placed.length > 0 && (
        <>
          {axis}
          <LinesChart
            {...common}
            lines={placed.map((one) => withBand(one, population.id))}
            populationId={population.id}
            label={title}
          />
          {synthetic}
        </>
      )}
      {raw.map((one) => (
        <div key={one.line.id} className={classes.panel}>
          <h3>
            {[texts.nameOf(one.line), one.line.item].filter(Boolean).join(' · ')}
            {one.line.unit !== null && <span> ({one.line.unit})</span>}
          </h3>
          <LinesChart
            {...common}
            lines={[withBand(one, null)]}
            populationId={null}
            height={events.length > 0 ? 200 : 178}
            label={texts.nameOf(one.line)}
          />
        </div>
      ))}
      {events.length > 0 && (
        <p className={classes.said} aria-live="off">
          {event === null
            ? t('analysis__event__hint')
            : `${texts.dayOf(event.date)} · ${t(`analysis__event__${event.kind}`)}: ${event.text}`}
        </p>
      )}
      <Hollow lines={drawn.map(({ line }) => line)} />
      {drawn.some(({ line }) => bandIn(line, null) !== null) && (
        <p className={classes.aside}>{t('analysis__change__band')}</p>
      )}
    </div>
  )
}

function meaningOf(drawn: readonly Marked[]): 'better' | 'mixed' | 'more' {
  const neutral = drawn.filter(({ line }) => line.direction === 'neutral').length
  if (neutral === 0) return 'better'
  return neutral === drawn.length ? 'more' : 'mixed'
}

/** Which sessions are drawn hollow, and why: for everybody, not only for who points at them. */
function Hollow({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const found = new Map(
    lines
      .flatMap((line) =>
        line.points.flatMap((point) => {
          const reason = hollowReason(line, point)
          return reason === null ? [] : [{ date: point.date, reason }]
        }),
      )
      .sort((a, b) => a.date.localeCompare(b.date))
      .map((one) => [`${one.date}${one.reason}`, one]),
  )
  if (found.size === 0) return null
  const sessions = [...found.values()].map(
    ({ date, reason }) => `${texts.dayOf(date)}: ${t(`analysis__obstacle__${reason}`)}`,
  )
  return <p className={classes.aside}>{t('analysis__evolution__hollow', { sessions: sessions.join('; ') })}</p>
}
