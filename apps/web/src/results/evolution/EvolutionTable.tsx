import type { Population } from '@fonema/contract'
import { useTranslation } from '../../ui/i18n.ts'
import { DataTable } from '../comparison/DataTable.tsx'
import { hollowReason } from './change.ts'
import type { ChartEvent } from './events.ts'
import { type Line, sessionsOf } from './lines.ts'
import { useEvolutionTexts } from './useEvolutionTexts.ts'

type EvolutionTableProps = {
  lines: readonly Line[]
  events: readonly ChartEvent[]
  population: Population | undefined
}

/** The chart's values, what makes some incomparable, and the comments. */
export function EvolutionTable({ lines, events, population }: EvolutionTableProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const cell = (line: Line, session: string) => {
    const point = line.points.find((candidate) => candidate.session === session)
    if (point === undefined) return '–'
    const place = population && point.places[population.id]
    const reason = hollowReason(line, point)
    return [
      texts.valueOf(point.raw, line),
      place !== undefined && t('analysis__evolution__place', { place: Math.round(place) }),
      reason !== null && t(`analysis__obstacle__${reason}`),
    ]
      .filter(Boolean)
      .join(', ')
  }
  const saidOn = (session: string) => events.find(({ id, kind }) => kind === 'comment' && id === session)?.text ?? '–'
  const hasComments = events.some(({ kind }) => kind === 'comment')
  return (
    <DataTable
      title={t('analysis__evolution__title')}
      columns={[
        t('analysis__evolution__date'),
        ...lines.map((line) => [texts.nameOf(line), line.item].filter(Boolean).join(' · ')),
        ...(hasComments ? [t('analysis__event__comment')] : []),
      ]}
      rows={sessionsOf(lines).map(({ session, date }) => ({
        key: session,
        name: texts.dayOf(date),
        cells: [...lines.map((line) => cell(line, session)), ...(hasComments ? [saidOn(session)] : [])],
      }))}
    />
  )
}
