import {
  dateLocale,
  type ItemId,
  type ReportContent,
  type ReportLanguage,
  type SessionSummary,
  type TakeId,
} from '@fonema/contract'
import { resultsOf } from '../analysis/queries.ts'
import type { Tx } from '../platform/database/database.ts'
import { findCountingTakes } from '../populations/queries.ts'
import { measurementErrorsOf } from '../populations/repeats.ts'
import type { SessionRow } from '../responses/queries.ts'
import { numberOf, shownOf, textOf } from './texts.ts'

type Chart = ReportContent['charts'][number]

/** At most this many charts and earlier sessions: page 2 has room for three. */
const mostCharts = 3
const mostSessions = 8

/** What each finding's measure was in the earlier sessions of the same protocol. */
export async function chartsOf(
  tx: Tx,
  session: SessionRow,
  summary: SessionSummary,
  { language, time_zone }: Pick<ReportContent, 'language' | 'time_zone'>,
): Promise<Chart[]> {
  const wanted = summary.findings.flatMap((finding) =>
    finding.kind === 'index' || finding.item === null ? [] : [{ ...finding, item: finding.item }],
  )
  const sessions = await findSessions(tx, session)
  if (wanted.length === 0 || sessions.length < 2) return []
  const takes = await Promise.all(sessions.map(({ id }) => findCountingTakes(tx, [id])))
  const results = await resultsOf(
    tx,
    takes.flatMap((ofSession) => ofSession.map(({ takeId }) => takeId)),
  )
  const scoreOf = (takeId: TakeId, { entry, name }: { entry: string; name: string }) =>
    results.get(takeId)?.flatMap((result) => {
      const isOf = result.status === 'ready' && result.feature_extraction_func.entry === entry
      return isOf && result.scores[name] !== undefined ? [result.scores[name]] : []
    })[0]
  const last = takes.at(-1) ?? []
  const items = last.map(({ itemId, category }) => ({ id: itemId, category }))
  const errors = await measurementErrorsOf(tx, items)
  return wanted
    .flatMap(({ item, measure, decimals, unit }): Chart[] => {
      const category = last.find(({ itemId }) => itemId === item)?.category
      const offset = category === undefined ? 0 : (shownOf(category, measure.name)?.offset ?? 0)
      const points = sessions.flatMap(({ date_created }, i) => {
        const take = takes[i]!.find(({ itemId }) => itemId === item)
        const value = take && scoreOf(take.takeId, measure)
        if (value === undefined) return []
        const text = numberOf(language, value + offset, decimals)
        return [{ label: monthOf(language, date_created, time_zone), value: value + offset, text, error: null }]
      })
      if (points.length < 2) return []
      const error = errorOf(errors, item, measure.name)
      const title = [textOf(language, `measure__${measure.name}`), unit].filter(Boolean).join(', ')
      const text = `${title}. ${points.map((point) => `${point.label}: ${point.text}`).join('; ')}.`
      return [{ title, points: points.map((point) => ({ ...point, error })), band: null, text }]
    })
    .slice(0, mostCharts)
}

/** How far a value may be from another of the same person without any change: half of it on each side. */
function errorOf(errors: Awaited<ReturnType<typeof measurementErrorsOf>>, item: ItemId, name: string): number | null {
  const mdc95 = errors.get(item)?.[name]?.mdc95 ?? null
  return mdc95 === null ? null : mdc95 / Math.SQRT2
}

/** This session and the earlier ones of its protocol, the oldest first. */
async function findSessions(tx: Tx, { participant_id, protocol_id, date_created }: SessionRow) {
  const found = await tx
    .selectFrom('protocol_responses')
    .select(['id', 'date_created'])
    .where('participant_id', '=', participant_id)
    .where('protocol_id', '=', protocol_id)
    .where('active', '=', true)
    .where('date_created', '<=', date_created)
    .orderBy('date_created', 'desc')
    .limit(mostSessions)
    .execute()
  return found.reverse()
}

const monthOf = (language: ReportLanguage, time: Date, timeZone: string) =>
  new Intl.DateTimeFormat(dateLocale(language), { day: 'numeric', month: 'short', year: '2-digit', timeZone }).format(
    time,
  )
