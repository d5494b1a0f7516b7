import type { ProtocolDraft, StoredProtocolDraft } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { queryKeyOf } from '../api/query.ts'
import { useLatest } from '../ui/useLatest.ts'
import { keyFrom } from './edit.ts'

const saveAfterMs = 700

export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' }
  /** Somebody else changed the draft: nothing is written until the editor decides. */
  | { state: 'outdated' }
  | { state: 'failed'; failure: Error }

/** The draft under the editor's hands. It is saved a moment after each change, with the revision that was seen. */
export function useStudio(stored: StoredProtocolDraft) {
  const client = useQueryClient()
  const [server, setServer] = useState(stored)
  const [content, setContent] = useState(stored.content)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  /** What the server has, or is being sent. */
  const sent = useRef(JSON.stringify(stored.content))
  const running = useRef<Promise<StoredProtocolDraft | null> | null>(null)
  const latest = useLatest({ content, server, saving })
  const params = { draft_id: stored.id }
  const { id } = stored

  const accept = useCallback(
    (answer: StoredProtocolDraft) => {
      setServer(answer)
      latest.current.server = answer
      client.setQueryData([...queryKeyOf('GET /protocol_drafts/{draft_id}/', { params: { draft_id: id } })], answer)
      void client.invalidateQueries({ queryKey: queryKeyOf('GET /protocol_drafts/') })
      return answer
    },
    [client, id, latest],
  )

  /** Sends what is not sent yet. Null when it could not be saved. */
  const save = useCallback(async (): Promise<StoredProtocolDraft | null> => {
    if (running.current !== null) await running.current
    const { content, server, saving } = latest.current
    const text = JSON.stringify(content)
    if (saving.state === 'outdated') return null
    if (text === sent.current) {
      setSaving((now) => (now.state === 'waiting' ? { state: 'saved' } : now))
      return server
    }
    setSaving({ state: 'saving' })
    const attempt = call('PATCH /protocol_drafts/{draft_id}/', {
      params: { draft_id: id },
      body: { revision: server.revision, content },
    }).then(
      (answer) => {
        sent.current = text
        setSaving({ state: JSON.stringify(latest.current.content) === text ? 'saved' : 'waiting' })
        return accept(answer)
      },
      (failure: Error) => {
        const isOutdated = failure instanceof ApiFailure && failure.code === 'draft_outdated'
        setSaving(isOutdated ? { state: 'outdated' } : { state: 'failed', failure })
        return null
      },
    )
    running.current = attempt
    return attempt.finally(() => {
      running.current = null
    })
  }, [accept, id, latest])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to save.
  useEffect(() => {
    // Also when it equals what was sent: a running save may send something else.
    const timer = setTimeout(() => void save(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [content, save])

  return {
    server,
    content,
    saving,
    save,
    accept,
    change(next: ProtocolDraft) {
      setContent(next)
      if (saving.state === 'saved' || saving.state === 'failed') setSaving({ state: 'waiting' })
    },
    /** Drops the own changes and shows the other editor's. */
    async takeTheirs() {
      const answer = await call('GET /protocol_drafts/{draft_id}/', { params })
      sent.current = JSON.stringify(answer.content)
      setContent(answer.content)
      accept(answer)
      setSaving({ state: 'saved' })
    },
    /** Saves the own state as another draft, so that neither is lost. */
    async keepAsCopy(): Promise<StoredProtocolDraft> {
      const others = await call('GET /protocol_drafts/')
      const key = keyFrom(
        content.key,
        others.map((other) => other.key),
      )
      const copy = await call('POST /protocol_drafts/', { body: { content: { ...content, key } } })
      sent.current = JSON.stringify(content)
      void client.invalidateQueries({ queryKey: queryKeyOf('GET /protocol_drafts/') })
      return copy
    },
  }
}
export type Studio = ReturnType<typeof useStudio>
