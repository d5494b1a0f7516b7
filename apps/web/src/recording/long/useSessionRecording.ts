import type { ProtocolItem } from '@fonema/contract'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { sealingKey } from '../outbox/sealing-key.ts'
import { createRecorder, factsOf } from '../recorder/recorder.ts'
import { noItem } from '../recorder/session-recording.ts'
import type { TakeOwner } from '../recorder/types.ts'
import { uploadQueue } from '../uploads.tsx'
import { nextItem } from './proposals.ts'

/** Long enough for few files, short enough that the browser never keeps much of hours. */
const pieceSeconds = 10

/** The recording of a whole session: starts it, sends its pieces while it runs, and marks places in it. */
export function useSessionRecording(participantId: string, responseId: string, items: readonly ProtocolItem[]) {
  const [owner, setOwner] = useState<TakeOwner | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [names, setNames] = useState(0)
  const [isUnstored, setUnstored] = useState(false)
  /** What the page shows while nothing is recorded. */
  const [step, setStep] = useState<'offer' | 'microphone' | 'ready'>('offer')
  const [recorder] = useState(() => {
    const made = createRecorder({
      sealingKey,
      onTake() {},
      // What cannot be written as an upload stays as it was recorded, and the next page sends it.
      onPiece: (piece, facts) =>
        void uploadQueue()
          .addStep(facts, { step: 'piece', sampleRateHz: facts.sampleRateHz, ...piece })
          .catch(() => {}),
      onRecording({ proof, ...whole }, cause, facts) {
        const interrupted = cause === 'interrupted' || cause === 'closed'
        const end = { step: 'end', ...whole, interrupted, completeness: proof.completeness } as const
        void uploadQueue()
          .addStep(facts, end)
          .catch(() => uploadQueue().addBroken(facts))
        setOwner(null)
        // After a lost microphone, the page says so and opens it again; otherwise nothing listens any more.
        setStep(cause === 'interrupted' ? 'microphone' : 'offer')
        if (cause !== 'interrupted') void made.close()
      },
      onBroken(facts) {
        setOwner(null)
        setStep('microphone')
        void uploadQueue().addBroken(facts)
      },
    })
    return made
  })
  const state = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot)
  useEffect(() => () => void recorder.close(), [recorder])
  const isRunning = owner !== null && (state.status === 'recording' || state.status === 'stopping')

  async function start({ timeStamp }: { timeStamp: number }) {
    if (state.status !== 'ready') return
    const queue = uploadQueue()
    const reserved = queue.reserve({ participantId, responseId, itemId: noItem })
    const { sampleRateHz, recordedAt, settings } = factsOf(reserved, state.microphone)
    try {
      await queue.addStep(reserved, { step: 'start', sampleRateHz, recordedAt, settings })
    } catch {
      setUnstored(true)
      return
    }
    setUnstored(false)
    setMarked(new Set())
    setNames(0)
    if (recorder.start({ at: timeStamp, owner: reserved, pieceSeconds })) setOwner(reserved)
  }

  function mark(kind: 'subtest' | 'name_spoken', itemId: string | null) {
    if (owner === null) return
    const atSeconds = recorder.meter.getSnapshot().elapsedSeconds
    void uploadQueue()
      .addStep(owner, { step: 'mark', atSeconds, mark: kind, markedItemId: itemId })
      .catch(() => setUnstored(true))
  }

  const next = nextItem(items, marked)
  return {
    recorder,
    state,
    step,
    setStep,
    recordingId: owner?.id ?? null,
    isRunning,
    isUnstored,
    /** The item that is being done; null before the first mark. */
    current: items.findLast(({ id }) => marked.has(id)) ?? null,
    next,
    names,
    start,
    stop: ({ timeStamp }: { timeStamp: number }) => void recorder.stop({ at: timeStamp }).catch(() => {}),
    markNext() {
      if (next === null) return
      mark('subtest', next.id)
      setMarked((before) => new Set(before).add(next.id))
    },
    markName() {
      mark('name_spoken', null)
      setNames((before) => before + 1)
    },
    /** At the moment of leaving. */
    isDirty: useCallback(() => ['recording', 'stopping'].includes(recorder.getSnapshot().status), [recorder]),
  }
}

export type SessionRecordingFlow = ReturnType<typeof useSessionRecording>
