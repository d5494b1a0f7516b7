import type { Evolution, ParticipantId, Quality, SessionId } from '@fonema/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import '../analysis/indices/tables.ts'
import { avqiName, indexDoubts } from '../analysis/indices/view.ts'
import { errorOf, spreadWithin } from './measurement-error.ts'
import { betweenSessions, mostSessions } from './repeats.ts'

type IndexSeries = Evolution['indices'][number]

/** The takes of an index, in the order of their roles. An AVQI has no /i/ and /u/, and a vowel space has no speech. */
const takesOfIndex = sql.join(
  ['speech_take_id', 'i_take_id', 'vowel_take_id', 'u_take_id'].map((role) => sql.ref(`session_indices.${role}`)),
)

/** Sessions with a valid index made from their counting takes. */
const validIndices = (tx: Tx) =>
  tx
    .selectFrom('session_indices')
    .innerJoin('protocol_responses', 'protocol_responses.id', 'session_indices.protocol_response_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_responses.protocol_id')
    .innerJoin('locales', 'locales.id', 'protocols.locale_id')
    // Joining the takes one by one takes PostgreSQL four times as long to plan.
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('takes')
          .select(
            sql<
              (string | null)[]
            >`array_agg(takes.settings->>'device_label' order by array_position(array[${takesOfIndex}], takes.id))`.as(
              'devices',
            ),
          )
          .select(sql<(Quality | null)[]>`jsonb_agg(takes.quality)`.as('qualities'))
          .where(sql<boolean>`takes.id in (${takesOfIndex})`)
          .having(sql<boolean>`bool_and(takes.counts)`)
          .as('made'),
      (join) => join.onTrue(),
    )
    .select([
      'session_indices.name',
      'session_indices.version',
      'session_indices.scores',
      'made.devices',
      'made.qualities',
      'protocol_responses.id as session',
      'protocol_responses.participant_id',
      'protocol_responses.date_created',
      'protocols.id as protocol_id',
      'protocols.key',
      'protocols.wording_version',
      'protocols.name as protocol_name',
      'locales.lang_code',
    ])
    .where('session_indices.status', '=', 'ready')
    .where('protocols.is_practice', '=', false)

type Row = Awaited<ReturnType<ReturnType<typeof validIndices>['execute']>>[number]

const isAvqi = ({ name }: Pick<Row, 'name'>) => name === avqiName.name
const engineOf = (row: Row) => (isAvqi(row) ? `${avqiName.version} ${row.version}` : `${row.name} ${row.version}`)
/** An index needs several recordings: every microphone counts. */
const allDevices = ({ devices }: Row) => {
  const different = [...new Set(devices)]
  return different.length === 1 ? different[0]! : different.join(' + ')
}

const doubtOf = ({ qualities }: Row) => (indexDoubts(qualities).length > 0 ? { is_doubtful: true } : {})

type Score = IndexSeries['name']
/** The scores that are followed: the area of the vowel space depends on the speaker, the ratio on the vowels alone. */
const followed = (row: Row): Score[] => (isAvqi(row) ? ['avqi'] : ['vowel_space', 'fcr'])

/** The indices of some sessions of a participant: one series for each score and protocol, oldest first. */
export async function indexSeriesOf(
  tx: Tx,
  participantId: ParticipantId,
  sessions: readonly SessionId[],
): Promise<IndexSeries[]> {
  const rows = await validIndices(tx)
    .where(sql<boolean>`protocol_responses.id = any(${sessions})`)
    .orderBy('protocol_responses.date_created')
    .execute()
  const series: IndexSeries[] = []
  for (const own of Map.groupBy(rows, ({ name, protocol_id }) => `${name}:${protocol_id}`).values()) {
    for (const name of followed(own[0]!)) {
      const one = await seriesOf(tx, participantId, own, name)
      if (one !== null) series.push(one)
    }
  }
  return series
}

/** One score of the sessions of a protocol; null: no session has it. */
async function seriesOf(
  tx: Tx,
  participantId: ParticipantId,
  rows: readonly Row[],
  name: Score,
): Promise<IndexSeries | null> {
  const first = rows[0]!
  const points = rows.flatMap((row) => {
    const raw = row.scores[name]
    if (raw === undefined) return []
    const { date_created, session } = row
    const made = { device: allDevices(row), engine: engineOf(row), is_poor: false, range: null, ...doubtOf(row) }
    return [{ date: date_created.toISOString(), protocol_response_id: session, value: null, raw, ...made }]
  })
  if (points.length === 0) return null
  const isOnly = points.length === 1 && (await isOnlyValue(tx, participantId, first, name))
  return {
    name,
    version: isAvqi(first) ? avqiName.version : null,
    task: `${first.key}/${first.name}`,
    wording: first.wording_version,
    language: first.lang_code,
    protocol: { id: first.protocol_id, name: first.protocol_name },
    error: isOnly ? null : await errorOfIndex(tx, first, name),
    points,
  }
}

/** Whether no other session of a participant has a value of the same index, also beyond those asked for. */
async function isOnlyValue(tx: Tx, participantId: ParticipantId, { name, protocol_id }: Row, score: Score) {
  const found = await validIndices(tx)
    .where('session_indices.name', '=', name)
    .where('protocols.id', '=', protocol_id)
    .where('protocol_responses.active', '=', true)
    .where('protocol_responses.participant_id', '=', participantId)
    .where(sql<boolean>`session_indices.scores ? ${score}`)
    .limit(2)
    .execute()
  return found.length < 2
}

/** The error of an index, from sessions of the organisation's people at most a month apart. */
async function errorOfIndex(tx: Tx, { name, protocol_id }: Row, score: Score) {
  const rows = await validIndices(tx)
    .where('session_indices.name', '=', name)
    .where('protocols.id', '=', protocol_id)
    .where('protocol_responses.active', '=', true)
    .orderBy('protocol_responses.date_created', 'desc')
    .limit(mostSessions)
    .execute()
  const values = rows.flatMap((row) => {
    const value = row.scores[score]
    if (value === undefined || indexDoubts(row.qualities).length > 0) return []
    const { session, participant_id: person, date_created: date } = row
    return [{ itemId: score, person, session, date, device: allDevices(row), engine: engineOf(row), value }]
  })
  return errorOf(null, spreadWithin(betweenSessions(values)))
}
