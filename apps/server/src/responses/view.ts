import {
  completenessOf,
  ExaminerChannel,
  type FeatureResult,
  type ItemId,
  type ItemResponse,
  type ProtocolResponse,
  type ProtocolResponseSummary,
  type SessionIndex,
  type TakeId,
} from '@fonema/contract'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import { inDrawnOrder } from '../protocols/order.ts'
import type { ItemRow, ProtocolRow } from '../protocols/queries.ts'
import { findItems, findProtocols, toProtocol, toProtocolItem, toSummary } from '../protocols/queries.ts'
import { findExaminerChannels } from './examiner-channel.ts'
import {
  findItemResponses,
  findRecorders,
  findTakes,
  findTakesOfSession,
  type ItemResponseRow,
  type SessionRow,
  type TakeRow,
} from './queries.ts'
import { shownTake, statusOf } from './takes.ts'

/** The results by take. The analysis provides this function, because this domain does not import it. */
export type ResultsOf = (
  tx: Tx,
  takeIds: readonly TakeId[],
  options?: ResultOptions,
) => Promise<Map<TakeId, FeatureResult[]>>
/** `withDistributions` adds the curves of the populations, some hundred kilobytes. */
export type ResultOptions = { withDistributions: boolean }

/** The indices of a session from its shown takes by item. The analysis provides this function too. */
export type IndicesOf = (
  tx: Tx,
  from: {
    session: SessionRow
    protocol: ProtocolRow
    items: readonly ItemRow[]
    takes: ReadonlyMap<ItemId, TakeRow>
  },
) => Promise<SessionIndex[]>

const sessionOf = (row: SessionRow) => ({
  id: row.id,
  participant: row.participant_id,
  timestamp: (row.completed_at ?? row.date_created).toISOString(),
  date_created: row.date_created.toISOString(),
  active: row.active,
  is_completed: row.completed_at !== null,
  comment: row.comment,
})

/** A browser's clock may be this much ahead of the server's. */
const clockToleranceMs = 5 * 60_000

const isDateDoubtful = ({ date_created }: SessionRow, { recorded_at, stored_at }: TakeRow) =>
  recorded_at < date_created || recorded_at.getTime() > stored_at.getTime() + clockToleranceMs

const UselessChannel = ExaminerChannel.extract(['silent', 'same'])

/** A browser that notices a useless second microphone sends only why. */
function channelOf({ settings }: TakeRow, stored: ExaminerChannel | undefined) {
  const examiner_channel = stored ?? UselessChannel.safeParse(settings.examiner_channel).data
  return examiner_channel === undefined ? {} : { examiner_channel }
}

function toItemResponse(
  catalogue: Catalogue,
  session: SessionRow,
  item: ItemRow,
  row: ItemResponseRow,
  takes: readonly TakeRow[],
  results: ReadonlyMap<TakeId, FeatureResult[]>,
  channels: ReadonlyMap<TakeId, ExaminerChannel>,
): ItemResponse {
  const current = shownTake(row, takes)
  const answer = {
    id: row.id,
    protocol_item: toProtocolItem(catalogue, item),
    takes: takes.map((take) => ({
      take: take.take,
      recorded_at: take.recorded_at.toISOString(),
      stored_at: take.stored_at.toISOString(),
      date_doubtful: isDateDoubtful(session, take),
      status: statusOf(take),
      duration: take.window_end - take.window_start,
      window: { start: take.window_start, end: take.window_end },
      gaps: take.gaps,
      completeness: completenessOf(take.settings),
      quality: take.quality,
      interrupted: take.interrupted,
      late: take.late,
      continues: take.continues,
      superseded: take !== current,
      ...(take.people > 1 && { people: take.people }),
      ...channelOf(take, channels.get(take.id)),
      ...(take.people > 1 && take.speaker_track !== null && { speaker_track: take.speaker_track }),
    })),
  }
  if (row.skipped_purpose !== null) {
    const { skipped_purpose } = row
    const nothing = { duration: null, recorded_at: null, take: null, capture: null, quality: null }
    return { ...answer, is_skipped: true, skipped_purpose, ...nothing, feature_extraction_res: [] }
  }
  if (current === undefined) throw new Error(`item response ${row.id} is not skipped and has no take`)
  const { settings, gaps, window_start: start, window_end: end } = current
  return {
    ...answer,
    is_skipped: false,
    skipped_purpose: null,
    duration: end - start,
    recorded_at: current.recorded_at.toISOString(),
    take: current.take,
    capture: { settings, gaps, window: { start, end } },
    quality: current.quality,
    feature_extraction_res: results.get(current.id) ?? [],
  }
}

/** A whole session for the API: its protocol, and its answers in the protocol's order. */
export async function viewSession(
  { catalogue, resultsOf, indicesOf }: { catalogue: Catalogue; resultsOf: ResultsOf; indicesOf: IndicesOf },
  tx: Tx,
  session: SessionRow,
  options?: ResultOptions,
): Promise<ProtocolResponse> {
  const [[protocol], unordered, given, takes, recorders] = await Promise.all([
    findProtocols(tx, [session.protocol_id]),
    findItems(tx, [session.protocol_id]),
    findItemResponses(tx, session.id),
    findTakesOfSession(tx, session.id),
    findRecorders(tx, session),
  ])
  if (protocol === undefined) throw new Error(`session ${session.id} has no protocol`)
  const items = inDrawnOrder(unordered, session.item_order)
  const answers = new Map(given.map((row) => [row.protocol_item_id, row]))
  const takesOf = Map.groupBy(takes, (take) => take.item_response_id)
  const current = [...takesOf.values()].flatMap(([take]) => (take === undefined ? [] : [take.id]))
  const shown = given.flatMap((answer): [ItemId, TakeRow][] => {
    const take = shownTake(answer, takesOf.get(answer.id) ?? [])
    return answer.skipped_purpose !== null || take === undefined ? [] : [[answer.protocol_item_id, take]]
  })
  const takeIds = takes.map(({ id }) => id)
  const [results, channels, indices] = await Promise.all([
    resultsOf(tx, current, options),
    findExaminerChannels(tx, takeIds),
    indicesOf(tx, { session, protocol, items, takes: new Map(shown) }),
  ])
  return {
    ...sessionOf(session),
    ...recorders,
    protocol: toProtocol(catalogue, protocol, items),
    responses: items.flatMap((item) => {
      const answer = answers.get(item.id)
      return answer === undefined
        ? []
        : [toItemResponse(catalogue, session, item, answer, takesOf.get(answer.id) ?? [], results, channels)]
    }),
    indices,
  }
}

export async function viewItemResponse(
  { catalogue, resultsOf }: { catalogue: Catalogue; resultsOf: ResultsOf },
  tx: Tx,
  session: SessionRow,
  item: ItemRow,
  row: ItemResponseRow,
): Promise<ItemResponse> {
  const takes = await findTakes(tx, [row.id])
  const takeIds = takes.map(({ id }) => id)
  const [results, channels] = await Promise.all([resultsOf(tx, takeIds.slice(0, 1)), findExaminerChannels(tx, takeIds)])
  return toItemResponse(catalogue, session, item, row, takes, results, channels)
}

export async function viewSessions(
  catalogue: Catalogue,
  tx: Tx,
  sessions: readonly (SessionRow & { answered_count: number | null })[],
): Promise<ProtocolResponseSummary[]> {
  const ids = [...new Set(sessions.map((session) => session.protocol_id))]
  const [found, itemsOfAll] = await Promise.all([findProtocols(tx, ids), findItems(tx, ids)])
  const protocols = new Map(found.map((row): [string, ProtocolRow] => [row.id, row]))
  const items = Map.groupBy(itemsOfAll, (item) => item.protocol_id)
  return sessions.map((session) => ({
    ...sessionOf(session),
    protocol: toSummary(catalogue, protocols.get(session.protocol_id)!, items.get(session.protocol_id)?.length ?? 0),
    answered_count: session.answered_count ?? 0,
  }))
}
