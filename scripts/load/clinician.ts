import { setTimeout as sleep } from 'node:timers/promises'
import { byChance, byClock, type Pace } from './arrivals.ts'
import type { Answer, Caller, Request } from './calls.ts'
import { newRecording } from './recordings.ts'
import { password } from './seed.ts'

/** Intervals in seconds, as in the goals. */
const every = { refresh: 60, page: 15, item: 20, poll: 10 }
const retrySeconds = 4

/** An item that was sent, and whether it was acknowledged. */
export type Sent = { session: string; item: string; sha256: string; isAcknowledged: boolean }

type Place = { participant: string; session: string; item: string }
const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
const listOf = (answer: Answer) => (answer.status === 200 ? (answer.body as Record<string, unknown>[]) : [])
const json = (value: object, cookie?: string) => ({
  headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
  body: Buffer.from(JSON.stringify(value)),
})

/** `burst`: many at the same time, counted separately. */
export async function signIn(caller: Caller, email: string, kind: 'login' | 'burst' = 'login') {
  const path = '/user/api/token/'
  const answer = await caller.call({ kind, method: 'POST', route: path, path, ...json({ email, password }) })
  if (answer.status !== 200) return undefined
  return { ...(answer.body as { access: string; refresh: string }), cookie: answer.cookies }
}

/** A clinician at a browser: signs in, opens pages, and if they record, sends items. */
export async function openClinician(caller: Caller, pace: Pace, email: string, sent: Sent[]) {
  let tokens = await signIn(caller, email)
  for (; tokens === undefined; tokens = await signIn(caller, email)) await sleep(retrySeconds * 1000)
  const call = (request: Request) =>
    caller.call({ ...request, headers: { ...request.headers, authorization: `Bearer ${tokens.access}` } })
  const get = (route: string, path: string, due?: number) => call({ kind: 'read', route, path, ...(due && { due }) })
  const post = (route: string, path: string, value: object) =>
    call({ kind: 'write', method: 'POST', route, path, ...json(value) })

  const people = '/user/participants/'
  const sessions = '/protocols/responses/{participant}/'
  const session = `${sessions}{session}/`
  const participants = listOf(await get(people, people)).map(({ id }) => String(id))
  const protocols = listOf(await get('/protocols/examiner/', '/protocols/examiner/'))
  const protocol = protocols.find(({ item_count, is_practice }) => item_count === 4 && is_practice === false)?.id
  /** The result page that this clinician has open. */
  let shown: string | undefined

  const pages: ((due: number) => unknown)[] = [
    (due) => {
      const from = new Date(Date.now() - 31 * 86_400_000).toISOString()
      get(people, people, due)
      get('/calendar_events/', `/calendar_events/?from=${from}`, due)
      get('/user/user_info/', '/user/user_info/', due)
    },
    async (due) => {
      const id = anyOf(participants)
      if (id === undefined) return
      get('/surveys/responses/{participant}/', `/surveys/responses/${id}/`, due)
      get('/files/{participant}/', `/files/${id}/`, due)
      get(`${sessions}evolution/`, `/protocols/responses/${id}/evolution/`, due)
      const [latest] = listOf(await get(sessions, `/protocols/responses/${id}/`, due))
      if (latest !== undefined) shown = `/protocols/responses/${id}/${latest.id}/`
    },
    (due) => {
      get('/ai/populations/', '/ai/populations/', due)
      get('/protocols/feature_display/web/{protocol}/', `/protocols/feature_display/web/${protocol}/`, due)
      if (shown !== undefined) get(session, shown, due)
    },
  ]
  const places: Place[] = []
  let preparing: Promise<unknown> = Promise.resolve()
  /** Sessions are started in advance, so that only sending items is measured. */
  const prepare = async () => {
    const participant = anyOf(participants)
    const { status, body } = await post(sessions, `/protocols/responses/${participant}/`, { protocol_id: protocol })
    if (status !== 201) return
    const { id, protocol: asked } = body as { id: string; protocol: { items: { id: string }[] } }
    shown = `/protocols/responses/${participant}/${id}/`
    for (const item of asked.items) places.push({ participant: participant!, session: id, item: item.id })
  }
  const send = async (due: number) => {
    if (places.length < 4) preparing = preparing.then(prepare)
    while (places.length === 0 && !pace.hasEnded) await preparing.then(() => sleep(100))
    const place = places.shift()
    if (place === undefined) return
    const { sha256, headers, body } = newRecording()
    const item: Sent = { session: place.session, item: place.item, sha256, isAcknowledged: false }
    sent.push(item)
    const path = `/protocols/responses/${place.participant}/${place.session}/item/${place.item}/`
    for (let at = due; !item.isAcknowledged && !pace.hasEnded; at = performance.now()) {
      const request = { kind: 'upload', method: 'POST', route: `${session}item/{item}/`, path, headers, body } as const
      const { status } = await call({ ...request, due: at })
      item.isAcknowledged = status === 200 || status === 201
      // Items refused for good appear in the count of errors.
      if (item.isAcknowledged || (status >= 400 && status < 500 && status !== 429)) return
      await sleep(retrySeconds * 1000)
    }
  }

  /** As the pages do: refreshes again if no answer came, and signs in if the session is over. */
  const refresh = async (due: number) => {
    const path = '/user/api/token/refresh/'
    for (let at = due; !pace.hasEnded; at = performance.now()) {
      const request = { kind: 'refresh', method: 'POST', route: path, path, due: at } as const
      const sent = json({ refresh: tokens.refresh, active: true }, tokens.cookie)
      const { status, body } = await caller.call({ ...request, ...sent })
      if (status === 200) return void Object.assign(tokens, body)
      if (status === 401) return void Object.assign(tokens, await signIn(caller, email))
      await sleep(retrySeconds * 1000)
    }
  }

  return {
    work({ records, looks }: { records: boolean; looks: boolean }) {
      byClock(pace, every.refresh, refresh)
      byChance(pace, every.page, (due) => anyOf(pages)!(due))
      if (records) byChance(pace, every.item, send)
      if (looks)
        byClock(pace, every.poll, (due) => {
          if (shown !== undefined) get(`${session}?distributions=false`, `${shown}?distributions=false`, due)
        })
    },
  }
}
