import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { links } from '../ui/links.ts'
import { skipBody, takeForm, type Upload, type UploadQueue, type UploadTarget } from './recorder/upload.ts'
import { createUploadQueue } from './recorder/upload-queue.ts'
import { createWakeLock } from './recorder/wake-lock.ts'

type Surroundings = { client: QueryClient; goTo: (path: string) => void }

const slowestBytesPerMs = 10
const answerWithinMs = 60_000

// One queue for the tab: it goes on sending after the page that recorded was left.
let queue: UploadQueue | null = null
let surroundings: Surroundings | null = null
/** Sessions whose storing is worth an alert: the examiner has finished or left them. */
const awaited = new Set<string>()

export function uploadQueue(): UploadQueue {
  queue ??= start()
  return queue
}

/** What waits and what was refused. */
export function useUploads() {
  const { subscribe, getSnapshot } = uploadQueue()
  return useSyncExternalStore(subscribe, getSnapshot)
}

/** Lends the queue the page's router and cache, which stay the same as long as somebody is signed in. */
export function useUploadSurroundings(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    surroundings = { client, goTo: (path) => void navigate(path) }
  }, [client, navigate])
}

/** Tells the examiner when everything of a session that was left has arrived. */
export function announceOnceSent(responseId: string): void {
  awaited.add(responseId)
}

function start(): UploadQueue {
  const started = createUploadQueue({ send, wakeLock: createWakeLock() })
  started.onEvent((event) => {
    switch (event.type) {
      case 'sync_failed':
        return void showError(i18next.t('responses__record__sync_failed'))
      case 'refused':
        return void showError(i18next.t('responses__record__refused_alert'))
      case 'stored':
        return refresh(event.upload)
      case 'synced':
        for (const session of event.responses) {
          if (awaited.delete(session.responseId) || event.afterFailure) announceStored(session.participantId)
        }
    }
  })
  addEventListener('beforeunload', (event) => {
    if (started.getSnapshot().uploads.length > 0) event.preventDefault()
  })
  return started
}

async function send(upload: Upload): Promise<{ status: number; body?: unknown }> {
  const { participantId: participant_id, responseId: protocol_res_id, itemId: protocol_item_id } = upload
  const bytes = upload.kind === 'take' ? upload.take.wav.size : 0
  try {
    const body = await call('POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/', {
      params: { participant_id, protocol_res_id, protocol_item_id },
      body: upload.kind === 'take' ? takeForm(upload) : skipBody(upload),
      signal: AbortSignal.timeout(answerWithinMs + bytes / slowestBytesPerMs),
    })
    return { status: 201, body }
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status === 0) throw error
    return { status: error.status, body: error.members }
  }
}

/** The participant's list of sessions and the session's result have something new. */
function refresh({ participantId: participant_id }: UploadTarget): void {
  const ofParticipant = queryKeyOf('GET /protocols/responses/{participant_id}/', { params: { participant_id } })
  const ofSessions = queryKeyOf('GET /protocols/responses/{participant_id}/{protocol_res_id}/')
  void surroundings?.client.invalidateQueries({ queryKey: ofParticipant })
  void surroundings?.client.invalidateQueries({ queryKey: ofSessions })
}

export function announceStored(participantId: string): void {
  const path = links.participant(participantId)
  showSuccess(
    <>
      {i18next.t('responses__record__synced')}{' '}
      <a
        href={path}
        style={{ color: 'var(--mantine-color-anchor)' }}
        onClick={(event) => {
          if (surroundings === null) return
          event.preventDefault()
          surroundings.goTo(path)
        }}
      >
        {i18next.t('responses__record__synced_link')}
      </a>
    </>,
  )
}
