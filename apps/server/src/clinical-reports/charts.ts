import {
  dateLocale,
  type ItemId,
  isComparable,
  mostLookedBack,
  obstacleBetween,
  type ReportContent,
  type ReportLanguage,
  type SessionSummary,
} from '@fonema/contract'
import { partOf, type Value, valuesOf } from '../findings/changes.ts'
import { findMeasured, hasRecording } from '../findings/queries.ts'
import type { Tx } from '../platform/database/database.ts'
import type { MeasurementError } from '../populations/measurement-error.ts'
import { findCountingTakes, type SpokenTake } from '../populations/queries.ts'
import { measurementErrorsOf } from '../populations/repeats.ts'
import type { SessionRow } from '../responses/queries.ts'
import { filled, numberOf, textOf } from './texts.ts'
import { reportWords } from './words.ts'

type Chart = ReportContent['charts'][number]
type Printed = Pick<ReportContent, 'language' | 'time_zone'>
type Shown = { name: string; item: string | null; unit: string | null; decimals: number }

/** Page 2 has room for so many. */
const mostCharts = 3
/** The report's own session, and as many earlier ones as a finding looks back over. */
const mostSessions = mostLookedBack + 1

/** What each finding's measure was in the earlier sessions of the same task, whatever its wording and language. */
export async function chartsOf(
  tx: Tx,
  session: SessionRow,
  { findings }: Pick<SessionSummary, 'findings'>,
  printed: Printed,
): Promise<Chart[]> {
  const wanted = findings.flatMap((finding) =>
    finding.kind === 'index' || finding.item === null ? [] : [{ ...finding, item: finding.item }],
  )
  const sessions = await findSessions(tx, session)
  if (wanted.length === 0 || sessions.length < 2) return []
  const takes = await findCountingTakes(tx, sessions)
  const measured = Map.groupBy(
    await findMeasured(
      tx,
      takes.map(({ takeId }) => takeId),
    ),
    ({ take_id }) => take_id,
  )
  const own = takes.filter(({ sessionId }) => sessionId === session.id)
  const errors = await measurementErrorsOf(
    tx,
    own.map(({ itemId, category }) => ({ id: itemId, category })),
  )
  const pointsOf = (item: ItemId, { entry, name }: { entry: string; name: string }): Point[] => {
    const asked = own.find(({ itemId }) => itemId === item)
    if (asked === undefined) return []
    const ofTask = takes.filter((take) => taskOf(take) === taskOf(asked))
    return ofTask.flatMap((take) => {
      const ofTake = measured.get(take.takeId) ?? []
      const value = valuesOf(take, ofTake.map(partOf)).get(name)
      if (value?.entry !== entry) return []
      return [{ ...value, at: take.date }]
    })
  }
  return wanted
    .flatMap(({ item, item_title, measure, decimals, unit }): Chart[] => {
      const points = pointsOf(item, measure)
      if (points.length < 2) return []
      const shown = { name: measure.name, item: item_title, unit, decimals }
      return [chartOf(points, { shown, error: errors.get(item)?.[measure.name] ?? null, printed })]
    })
    .slice(0, mostCharts)
}

/** The protocol and the item that were asked; the last part of the key is the wording. */
const taskOf = ({ item }: SpokenTake) => item.slice(0, item.lastIndexOf('/'))

type Point = Value & { at: Date }

type Of = { shown: Shown; error: MeasurementError | null; printed: Printed }

/** The rule and the band are those of the evolution on the participant's page. */
function chartOf(points: readonly Point[], { shown: { name, item, unit, decimals }, error, printed }: Of): Chart {
  const { language, time_zone } = printed
  const words = reportWords[language]
  const anchor = points.findLast(isComparable)
  const marked = points.map((point) => {
    const reason = obstacleBetween(point, anchor ?? point)
    return {
      label: pointDay(language, point.at, time_zone),
      at: point.at.toISOString(),
      value: point.value,
      text: numberOf(language, point.value, decimals),
      hollow: reason === null ? null : textOf(language, `obstacle__${reason}`),
    }
  })
  const comparable = marked.filter(({ hollow }) => hollow === null)
  const hollow = marked.filter(({ hollow }) => hollow !== null)
  const reasons = hollow.map(({ label, hollow }) => `${label}: ${hollow}`).join('; ')
  const band = comparable.length < 2 ? null : bandOf(comparable[0]!.value, error, { decimals, unit, language })
  const notes = [
    ...(hollow.length === 0 ? [] : [filled(words.hollow, { sessions: reasons })]),
    ...(comparable.length >= 2 && band === null ? [words.no_band] : []),
  ]
  const measure = [textOf(language, `measure__${name}`), unit].filter(Boolean).join(', ')
  const title = [measure, item].filter(Boolean).join(' · ')
  const values = marked.map(({ label, text, hollow }) => `${label}: ${text}${hollow === null ? '' : ` (${hollow})`}`)
  const text = [`${title}. ${values.join('; ')}.`, ...(band === null ? [] : [band.text]), ...notes].join(' ')
  return { title, points: marked, band, notes, text }
}

type Precise = Pick<Shown, 'unit' | 'decimals'> & { language: ReportLanguage }

/** The values that differ from the first comparable one by no more than the error; null when that is not known. */
function bandOf(first: number, error: MeasurementError | null, { decimals, unit, language }: Precise): Chart['band'] {
  if (error === null || error.mdc95 === null) return null
  const { mdc95, method } = error
  const words = reportWords[language]
  const size = [numberOf(language, mdc95, decimals), unit].filter(Boolean).join(' ')
  const text = [
    filled(words.band, { error: size }),
    ...(method === 'within_session' ? [words.band_within_session] : []),
  ].join(' ')
  return { low: first - mdc95, high: first + mdc95, text }
}

/** This session and the earlier ones of its protocol in any wording and language, the oldest first. */
async function findSessions(tx: Tx, { id, participant_id, protocol_id, date_created }: SessionRow) {
  const found = await tx
    .selectFrom('protocol_responses')
    .innerJoin('protocols', 'protocols.id', 'protocol_responses.protocol_id')
    .select('protocol_responses.id')
    .where('participant_id', '=', participant_id)
    .where('protocols.key', '=', (query) =>
      query.selectFrom('protocols').select('key').where('id', '=', protocol_id).$asScalar(),
    )
    // The report's own session, archived or not.
    .where((where) =>
      where.or([
        where('protocol_responses.id', '=', id),
        where.and([where('active', '=', true), where('date_created', '<', date_created), hasRecording]),
      ]),
    )
    .orderBy('date_created', 'desc')
    .limit(mostSessions)
    .execute()
  return found.map(({ id }) => id).reverse()
}

/** A session's day beside its mark. */
export const pointDay = (language: ReportLanguage, time: Date, timeZone: string) =>
  new Intl.DateTimeFormat(dateLocale(language), { day: 'numeric', month: 'short', year: '2-digit', timeZone }).format(
    time,
  )
