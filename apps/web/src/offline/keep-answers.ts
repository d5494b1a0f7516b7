import type {
  LastProtocol,
  OfflineParticipants,
  Participant,
  Protocol,
  ProtocolResponse,
  Today,
} from '@fonema/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { placeOfBegun, withoutResults } from '../api/begun-sessions.ts'
import { call as callServer } from '../api/call.ts'
import { shownFromDevice } from '../api/device-answers.ts'
import { placeOf, queryFor, queryKeyOf } from '../api/query.ts'
import { onSessionStored } from '../api/session.ts'
import { keepMedia } from './keep-media.ts'
import { findAnswer, keepAnswer } from './kept-answers.ts'
import { keepSignIn } from './kept-sign-in.ts'

const participants = queryFor('GET /user/participants/')
const protocols = queryFor('GET /protocols/examiner/')
const surveys = queryFor('GET /surveys/examiner/')
const locales = queryFor('GET /cms/locales/')
/** Answers that name nobody, or only the user. */
const ofNobody = new Set([
  'GET /user/user_info/',
  'GET /cms/locales/',
  'GET /protocols/examiner/',
  'GET /surveys/examiner/',
  'GET /dashboard/countries/',
])
const ofOneParticipant = new Set([
  'GET /protocols/responses/{participant_id}/',
  'GET /surveys/responses/{participant_id}/',
  'GET /visits/{participant_id}/',
])
/** Kept without its results, in a place of its own. */
const ofOneSession = 'GET /protocols/responses/{participant_id}/{protocol_res_id}/'
const none = { count: 0, rows: [] }
/** Several answers of a page arrive together. */
const settleMs = 500

export type KeepOptions = {
  client: QueryClient
  choice: Exclude<OfflineParticipants, 'none'>
  /** The days whose visits count, `YYYY-MM-DD`. */
  week: { from: string; to: string }
  onKept: (savedAt: number) => void
}

/**
 * Keeps what an examiner needs without a network: at once the participants that the clinic has chosen, then each
 * answer about them that a page reads. Returns a function that stops it.
 */
export function keepAnswers({ client, choice, week, onKept }: KeepOptions): () => void {
  let isStopped = false
  const stop = new AbortController()
  let chosen: ReadonlySet<string> | null = null
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const keepTokens = () => keepSignIn().catch(() => {})
  let signInKept: Promise<void> | null = null

  async function keep(queryKey: QueryKey): Promise<void> {
    const answer = client.getQueryData(queryKey)
    // What came from the device is no newer than what it has.
    if (isStopped || answer === undefined || shownFromDevice().has(placeOf(queryKey))) return
    const allowed = await allowedPart(queryKey, answer)
    if (allowed === undefined || isStopped) return
    await keepAnswer(placeToKeep(queryKey), allowed)
    // Not before: an answer that an earlier session left takes the whole database with it.
    signInKept ??= keepTokens()
    await signInKept
    if (queryKey[0] === 'GET /protocols/examiner/') void keepMedia(answer as Protocol[], stop.signal)
    if (queryKey[0] === 'GET /user/participants/') onKept(Date.now())
  }

  /** Undefined: not kept at all. */
  async function allowedPart(queryKey: QueryKey, answer: unknown): Promise<unknown> {
    const [call, params] = queryKey as [string, { participant_id?: string } | null | undefined]
    if (ofNobody.has(call)) return answer
    if (call === 'GET /user/participants/') {
      const all = answer as readonly Participant[] // the contract's answer of this call
      if (choice === 'all') return all
      chosen = await withVisit()
      return all.filter(({ id }) => chosen?.has(id))
    }
    if (call === 'GET /protocols/last_recorded/') {
      const all = answer as readonly LastProtocol[] // as above
      if (choice === 'all') return all
      chosen ??= await withVisit()
      return all.filter(({ participant }) => chosen?.has(participant))
    }
    if (call === 'GET /today/') {
      const today = answer as Today // as above
      chosen ??= choice === 'all' ? null : await withVisit()
      const rows = today.visits.rows.filter(({ participant }) => chosen?.has(participant.id) ?? true)
      // What else there is to do needs the server.
      return { ...today, visits: { count: rows.length, rows }, unfinished: none, unread: none, drafts: none }
    }
    if (call !== ofOneSession && !ofOneParticipant.has(call)) return undefined
    chosen ??= choice === 'all' ? null : await withVisit()
    if (chosen?.has(params?.participant_id ?? '') === false) return undefined
    return call === ofOneSession ? withoutResults(answer as ProtocolResponse) : answer // as above
  }

  async function withVisit(): Promise<ReadonlySet<string>> {
    const visits = await client.fetchQuery({ ...queryFor('GET /visits/', { query: week }), staleTime: 60_000 })
    return new Set(visits.filter(({ state }) => state !== 'cancelled').map(({ participant }) => participant.id))
  }

  /** A device without room keeps what it has; its time says how old that is. */
  const keepSoon = (queryKey: QueryKey) => {
    const place = placeOf(queryKey)
    clearTimeout(timers.get(place))
    timers.set(
      place,
      setTimeout(() => void keep(queryKey).catch(() => {}), settleMs),
    )
  }

  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keepSoon(event.query.queryKey)
  })
  // Read before this began, or not read by this page.
  for (const { queryKey, state } of client.getQueryCache().getAll()) if (state.status === 'success') keepSoon(queryKey)
  const stopTokens = onSessionStored(() => void keepTokens())
  void client.prefetchQuery({ ...participants, staleTime: 60_000 })
  void client.prefetchQuery({ ...locales, staleTime: Number.POSITIVE_INFINITY })
  void client.prefetchQuery({ ...protocols, staleTime: 60_000 })
  void client.prefetchQuery({ ...surveys, staleTime: 60_000 })
  void keepOutboxKey().catch(() => {})

  return () => {
    isStopped = true
    stop.abort()
    unsubscribe()
    stopTokens()
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

function placeToKeep(queryKey: QueryKey): string {
  const [call, params] = queryKey as [string, { protocol_res_id?: string } | null | undefined]
  return call === ofOneSession ? placeOfBegun(params?.protocol_res_id ?? '') : placeOf(queryKey)
}

/** The key of the outbox, so that what is recorded without a network survives a closed browser. Never in the page's cache. */
async function keepOutboxKey(): Promise<void> {
  const place = placeOf(queryKeyOf('GET /user/outbox_key/'))
  if ((await findAnswer(place)) === null) await keepAnswer(place, await callServer('GET /user/outbox_key/'))
}
