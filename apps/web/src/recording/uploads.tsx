import type { ItemResponse } from '@fonema/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { withAnswer } from '../api/begun-sessions.ts'
import { call } from '../api/call.ts'
import { useUser } from '../api/current-user.ts'
import { ApiFailure } from '../api/http.ts'
import type { OutboxEntry } from '../api/outbox.ts'
import { queryKeyOf } from '../api/query.ts'
import { randomId } from '../api/random-id.ts'
import { readSession } from '../api/session.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { translation } from '../ui/i18n.ts'
import { showLinks } from '../ui/LinkAlert.tsx'
import { links } from '../ui/links.ts'
import { isDone } from './item-order.ts'
import { sendStep } from './long/send-step.ts'
import { sealingKey } from './outbox/sealing-key.ts'
import { createOutboxUploads } from './outbox/upload-store.ts'
import { showWaiting } from './outbox/waiting-participants.ts'
import { type SessionBody, takeForm, type Upload, type UploadAudio, type UploadQueue } from './recorder/upload.ts'
import { createUploadQueue } from './recorder/upload-queue.ts'
import { createWakeLock } from './recorder/wake-lock.ts'
import { historyQuery, sessionQuery } from './useKeptSession.ts'

type Surroundings = { client: QueryClient; goTo: (path: string) => void; examinerId: string | null }

const itemPath = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/' as const

const slowestBytesPerMs = 10
const answerWithinMs = 60_000

/** Identifies this page to the server and to other tabs. */
export const pageHolder = randomId()

// One queue per tab: it keeps sending after the recording page is left.
let queue: UploadQueue | null = null
let surroundings: Surroundings | null = null
const surrounded = Promise.withResolvers<void>()
/** Sessions that the examiner has finished or left: an alert reports when they are stored. */
const awaited = new Set<string>()

export function uploadQueue(): UploadQueue {
  queue ??= start()
  return queue
}

/** For what is made outside a recording: resolves when it is stored. */
export async function addEntry(participantId: string, entry: OutboxEntry): Promise<void> {
  await surrounded.promise
  await uploadQueue().addEntry(participantId, entry)
}

/** The waiting and refused uploads. */
export function useUploads() {
  const { subscribe, getSnapshot } = uploadQueue()
  return useSyncExternalStore(subscribe, getSnapshot)
}

/**
 * Connects the queue to the page's router and cache, which stay the same while somebody is signed in, and to the
 * examiner as whom the user acts. Returns true once the uploads of earlier visits are known.
 */
export function useUploadSurroundings(): boolean {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { impersonification, roles } = useUser()
  const examinerId = impersonification?.examiner_id ?? roles.examiner_id
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    surroundings = { client, goTo: (path) => void navigate(path), examinerId }
    surrounded.resolve()
    const { ready, retry } = uploadQueue()
    void ready.then(() => retry()).then(() => setReady(true))
  }, [client, navigate, examinerId])
  return isReady
}

/** Alerts the examiner when everything of a session that was left has been stored. */
export function announceOnceSent(responseId: string): void {
  awaited.add(responseId)
}

function start(): UploadQueue {
  const session = readSession()?.id
  const started = createUploadQueue({
    send(upload, audio) {
      // Another user may have signed in from another tab; this page is about to be left.
      if (readSession()?.id !== session) throw new Error('the session has ended')
      return send(upload, audio)
    },
    store: createOutboxUploads({ key: sealingKey, holder: pageHolder }),
    holder: pageHolder,
    examinerId: () => surroundings?.examinerId ?? null,
    wakeLock: createWakeLock(),
    alone,
  })
  showWaiting(started, () => surroundings?.client)
  started.onEvent((event) => {
    switch (event.type) {
      case 'sync_failed':
        // Nothing else was expected of what was made without a network.
        if (started.getSnapshot().uploads.every(({ kind }) => isMade(kind))) return
        return void showError(translation().t('responses__record__sync_failed'))
      case 'refused':
        // The page shows the colleague's comment, so that the person can compare.
        if (event.upload.kind === 'comment') refresh(event.upload)
        return void showError(
          translation().t(
            isMade(event.upload.kind) ? 'responses__outbox__refused_alert' : 'responses__record__refused_alert',
          ),
        )
      case 'stored':
        keepProgress(event.upload, event.body)
        return refresh(event.upload)
      case 'synced':
        for (const session of event.responses) {
          if (awaited.delete(session.responseId) || event.afterFailure) announceStored(session.participantId)
        }
    }
  })
  return started
}

const isMade = (kind: Upload['kind']) => ['session', 'participant', 'survey', 'comment'].includes(kind)

/** One tab sends on behalf of all. */
async function alone(task: () => Promise<void>): Promise<boolean> {
  if (navigator.locks === undefined) return task().then(() => true)
  return navigator.locks.request('fonema.outbox', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await task()
    return lock !== null
  })
}

/** Also at the first attempt, so that a session whose answer was lost is not created again from the outbox. */
export const createSession = (participant_id: string, body: SessionBody, signal?: AbortSignal) =>
  call('POST /protocols/responses/{participant_id}/', {
    params: { participant_id },
    body,
    ...(body.id !== undefined && { idempotencyKey: body.id }),
    signal,
  })

const noAudio: UploadAudio = { speech: new Blob(), examiner: null }
const bytesOf = (audio: UploadAudio | null) => (audio === null ? 0 : audio.speech.size + (audio.examiner?.size ?? 0))

async function send(upload: Upload, audio: UploadAudio | null): Promise<{ status: number; body?: unknown }> {
  const { participantId: participant_id, responseId: protocol_res_id } = upload
  const signal = AbortSignal.timeout(answerWithinMs + bytesOf(audio) / slowestBytesPerMs)
  const params = { participant_id, protocol_res_id }
  try {
    if (upload.kind === 'session') {
      const { body } = upload
      const answer = await createSession(participant_id, body, signal)
      return { status: 201, body: answer }
    }
    if (upload.kind === 'participant') {
      const { body } = upload
      const answer = await call('POST /user/participants/', { body, idempotencyKey: participant_id, signal })
      return { status: 201, body: answer }
    }
    if (upload.kind === 'survey') {
      const answer = await call('POST /surveys/responses/{participant_id}/', {
        params: { participant_id },
        body: upload.body,
        idempotencyKey: upload.key,
        signal,
      })
      return { status: 201, body: answer }
    }
    if (upload.kind === 'comment') {
      const { comment, based_on } = upload
      const body = { comment, ...(based_on !== undefined && { based_on }) }
      await call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/', { params, body, signal })
      return { status: 200 }
    }
    if (upload.kind === 'recording') return { status: 200, body: await sendStep(upload, audio?.speech ?? null, signal) }
    const itemParams = { ...params, protocol_item_id: upload.itemId }
    if (upload.kind === 'choice') {
      const { take, holder, reason } = upload
      const body = { take, ...(holder !== undefined && { holder }), ...(reason !== undefined && { reason }) }
      return { status: 200, body: await call(`PATCH ${itemPath}`, { params: itemParams, body, signal }) }
    }
    const body = await call(`POST ${itemPath}`, {
      params: itemParams,
      body: upload.kind === 'skip' ? { skipped_purpose: upload.purpose } : takeForm(upload, audio ?? noAudio),
      signal,
    })
    return { status: 201, body }
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 0) throw error
    return { status: error.status, body: error.members }
  }
}

/** At once: if the network ends before the session is read again, the device must not offer the item as open. */
function keepProgress({ participantId, responseId, kind }: Upload, body: unknown): void {
  if (kind !== 'take' && kind !== 'skip' && kind !== 'choice') return
  const client = surroundings?.client
  const answer = body as ItemResponse // the contract's answer of these three calls
  const session = client?.setQueryData(
    sessionQuery(participantId, responseId).queryKey,
    (known) => known && withAnswer(known, answer),
  )
  if (session === undefined) return
  const answered_count = session.responses.filter(isDone).length
  client?.setQueryData(historyQuery(participantId).queryKey, (rows) =>
    rows?.map((row) => (row.id === session.id ? { ...row, answered_count } : row)),
  )
}

/** Invalidates what the stored answer is part of. */
function refresh({ participantId: participant_id, ...upload }: Upload): void {
  if (upload.kind === 'participant' || upload.kind === 'survey') {
    const call = upload.kind === 'survey' ? 'GET /surveys/responses/{participant_id}/' : 'GET /user/participants/'
    void surroundings?.client.invalidateQueries({ queryKey: [call] })
    return
  }
  const ofParticipant = queryKeyOf('GET /protocols/responses/{participant_id}/', { params: { participant_id } })
  const ofSessions = queryKeyOf('GET /protocols/responses/{participant_id}/{protocol_res_id}/')
  void surroundings?.client.invalidateQueries({ queryKey: ofParticipant })
  if (upload.kind === 'recording') {
    // Not for each piece of hours.
    if (upload.step === 'piece') return
    const ofRecordings = queryKeyOf('GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/')
    return void surroundings?.client.invalidateQueries({ queryKey: ofRecordings })
  }
  void surroundings?.client.invalidateQueries({ queryKey: ofSessions })
}

/** @param isGoingThere the participant's page comes next: no link to it is needed, nor on that page itself */
export function announceStored(participantId: string, isGoingThere = false): void {
  const path = links.participant(participantId)
  if (isGoingThere || location.pathname === path) return void showSuccess(translation().t('responses__record__synced'))
  showLinks({
    message: translation().t('responses__record__synced'),
    links: [{ to: path, text: translation().t('responses__record__synced_link') }],
    goTo: surroundings?.goTo,
  })
}
