import type { Overview } from '@fonema/contract'
import { sql } from 'kysely'
import { type Calendar, countOverdue } from '../agenda/visit-queries.ts'
import { calendarOf } from '../agenda/visits.ts'
import type { Clock } from '../platform/clock.ts'
import { type CsvCell, toCsv } from '../platform/csv/write-csv.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Implement } from '../platform/http/implement.ts'

type OverviewDeps = { clock: Clock; quota: number | undefined }

const monthCount = 12

export function overviewRoutes(implement: Implement, { clock, quota }: OverviewDeps) {
  implement('GET /organizations/overview/', async ({ principal, query, reading, reply }) => {
    const overview = await reading((tx) => findOverview(tx, calendarOf(principal, clock), clock.now(), quota))
    if (query.format !== 'csv') return overview
    const part = query.part ?? 'sessions'
    const { header, rows } = tablesOf(overview)[part]
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${part}.csv"`)
      .serializer((text: string) => text)
      .send(toCsv(header, rows))
  })
}

async function findOverview(tx: Tx, calendar: Calendar, now: Date, quota: number | undefined): Promise<Overview> {
  const { timeZone } = calendar
  const first = sql`date_trunc('month', ${now}::timestamptz at time zone ${timeZone})
    - make_interval(months => ${monthCount - 1})`
  const since = sql`((${first}) at time zone ${timeZone})`
  const who = sql`e.id as examiner_id, u.first_name, u.last_name`
  const people = sql`join examiners e on e.id = r.examiner_id join users u on u.id = e.user_id
    join protocols p on p.id = r.protocol_id and not p.is_practice`
  const months = await sql<{ month: string }>`
    select to_char((${first}) + make_interval(months => n), 'YYYY-MM') as month
    from generate_series(0, ${monthCount - 1}) n order by n`.execute(tx)
  const sessions = await sql<Overview['sessions'][number]>`
    select ${who}, to_char(r.completed_at at time zone ${timeZone}, 'YYYY-MM') as month, count(*)::int as count
    from protocol_responses r ${people}
    where r.completed_at >= ${since}
    group by e.id, u.id, month order by u.last_name, u.first_name, e.id, month`.execute(tx)
  const quality = await sql<Overview['quality'][number]>`
    select ${who}, nullif(t.settings ->> 'device_label', '') as device, count(*)::int as recordings,
      count(t.quality)::int as judged, (count(*) filter (where t.quality ->> 'verdict' = 'poor'))::int as poor
    from takes t join item_responses i on i.id = t.item_response_id
      join protocol_responses r on r.id = i.protocol_response_id ${people}
    where t.counts and t.stored_at >= ${since}
    group by e.id, u.id, device order by u.last_name, u.first_name, e.id, device`.execute(tx)
  const totals = await sql<{ used_bytes: number; waiting: number }>`select
    ((select coalesce(sum(size_bytes), 0) from files) + (select coalesce(sum(size_bytes), 0) from takes)
      + (select coalesce(sum(size_bytes), 0) from examiner_channels)
      + (select coalesce(sum(size_bytes), 0) from session_recording_pieces))::float8
      as used_bytes,
    (select count(distinct take_id) from feature_results where status = 'pending')::int as waiting`.execute(tx)
  const { used_bytes, waiting } = totals.rows[0]!
  return {
    months: months.rows.map(({ month }) => month),
    sessions: sessions.rows,
    quality: quality.rows,
    overdue: await countOverdue(tx, calendar),
    storage: { used_bytes, quota_bytes: quota ?? null },
    waiting,
  }
}

type Table = { header: readonly string[]; rows: CsvCell[][] }

const tablesOf = ({ sessions, quality, overdue }: Overview): Record<'sessions' | 'quality' | 'overdue', Table> => ({
  sessions: {
    header: ['examiner_id', 'last_name', 'first_name', 'month', 'sessions'],
    rows: sessions.map((row) => [row.examiner_id, row.last_name, row.first_name, row.month, row.count]),
  },
  quality: {
    header: ['examiner_id', 'last_name', 'first_name', 'microphone', 'recordings', 'judged', 'poor', 'share_poor'],
    rows: quality.map(({ examiner_id, last_name, first_name, device, recordings, judged, poor }) => [
      examiner_id,
      last_name,
      first_name,
      device,
      recordings,
      judged,
      poor,
      judged === 0 ? null : poor / judged,
    ]),
  },
  overdue: {
    header: ['examiner_id', 'last_name', 'first_name', 'overdue_visits', 'oldest'],
    rows: overdue.map((row) => [row.examiner_id, row.last_name, row.first_name, row.count, row.oldest]),
  },
})
