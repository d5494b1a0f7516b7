import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../api/http.ts'
import { useLatest } from './useLatest.ts'

const saveAfterMs = 700

export type Saving =
  | { state: 'saved' | 'waiting' | 'saving' }
  /** Somebody else changed the draft: nothing is written until the editor decides. */
  | { state: 'outdated' }
  | { state: 'failed'; failure: Error }

type Stored<Content> = { revision: number; content: Content }
type DraftCalls<Content, Draft> = {
  read: () => Promise<Draft>
  change: (changes: { revision: number; content: Content }) => Promise<Draft>
  /** Stores the content as another draft. */
  copy: (content: Content) => Promise<Draft>
  /** The server has this now. */
  onAccepted: (answer: Draft) => void
}

/** The draft under the editor's hands. It is saved a moment after each change, with the revision that was seen. */
export function useEditedDraft<Content, Draft extends Stored<Content>>(
  stored: Draft,
  calls: DraftCalls<Content, Draft>,
) {
  const [server, setServer] = useState(stored)
  const [content, setContent] = useState<Content>(stored.content)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  /** What the server has, or is being sent. */
  const sent = useRef(JSON.stringify(stored.content))
  const running = useRef<Promise<Draft | null> | null>(null)
  const latest = useLatest({ content, server, saving, calls })

  const accept = useCallback(
    (answer: Draft) => {
      setServer(answer)
      latest.current.server = answer
      latest.current.calls.onAccepted(answer)
      return answer
    },
    [latest],
  )

  /** Sends what is not sent yet. Null when it could not be saved. */
  const save = useCallback(async (): Promise<Draft | null> => {
    if (running.current !== null) await running.current
    const { content, server, saving, calls } = latest.current
    const text = JSON.stringify(content)
    if (saving.state === 'outdated') return null
    if (text === sent.current) {
      setSaving((now) => (now.state === 'waiting' ? { state: 'saved' } : now))
      return server
    }
    setSaving({ state: 'saving' })
    const attempt = calls.change({ revision: server.revision, content }).then(
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
  }, [accept, latest])

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
    change(next: Content) {
      setContent(next)
      if (saving.state === 'saved' || saving.state === 'failed') setSaving({ state: 'waiting' })
    },
    /** Drops the own changes and shows the other editor's. */
    async takeTheirs() {
      const answer = await calls.read()
      sent.current = JSON.stringify(answer.content)
      setContent(answer.content)
      accept(answer)
      setSaving({ state: 'saved' })
    },
    /** Saves the own state as another draft, so that neither is lost. */
    async keepAsCopy(): Promise<Draft> {
      const copy = await calls.copy(content)
      sent.current = JSON.stringify(content)
      return copy
    },
  }
}
