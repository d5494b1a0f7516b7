import type { Protocol, ProtocolResponse } from '@fonema/contract'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { links } from '../ui/links.ts'
import { inOrder, isDone, nextUnanswered } from './item-order.ts'
import { createRecorder } from './recorder/recorder.ts'
import type { Take, TakeCause } from './recorder/types.ts'
import { uploadQueue } from './uploads.tsx'

export type Step = 'microphone' | 'preparing' | 'items' | 'complete'
export type Dialog = 'limit' | 'skip' | 'end' | null
/** What this visit has recorded of the present item. */
export type Recorded = 'nothing' | 'whole' | 'interrupted'

/** The order of things: microphone, media, then item after item. Owns the recorder and releases it. */
export function useRecordingFlow(participantId: string, protocol: Protocol, session: ProtocolResponse | null) {
  const items = useMemo(() => inOrder(protocol.items), [protocol])
  const [done, setDone] = useState(() => answeredItems(session))
  const [responseId, setResponseId] = useState(session?.id ?? null)
  const [itemId, setItemId] = useState(() => nextUnanswered(items, done)?.id ?? null)
  const [step, setStep] = useState<Step>(itemId === null ? 'complete' : 'microphone')
  const [media, setMedia] = useState<ReadonlyMap<string, string> | null>(null)
  const [recorded, setRecorded] = useState<Recorded>('nothing')
  const [dialog, setDialog] = useState<Dialog>(null)

  const onTake = useRef<(take: Take, cause: TakeCause) => void>(undefined)
  const [recorder] = useState(() => createRecorder({ onTake: (take, cause) => onTake.current?.(take, cause) }))
  const recording = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot)
  useEffect(() => () => void recorder.close(), [recorder])

  const target = responseId !== null && itemId !== null ? { participantId, responseId, itemId } : null
  const storedTakes = session?.responses.find(({ protocol_item }) => protocol_item.id === itemId)?.take ?? 0
  onTake.current = (take, cause) => {
    if (target === null) throw new Error('A take of no item')
    void uploadQueue().addTake(target, take, storedTakes)
    const isWhole = cause === 'stopped' || cause === 'limit'
    setRecorded(isWhole ? 'whole' : 'interrupted')
    if (isWhole) setDone((before) => new Set(before).add(target.itemId))
    if (cause === 'limit') setDialog('limit')
  }

  /** What must not be lost by leaving: asked at the moment of leaving, not when something was last drawn. */
  const isDirty = useCallback(() => {
    const { status } = recorder.getSnapshot()
    const isUnsent = uploadQueue()
      .getSnapshot()
      .uploads.some((upload) => upload.responseId === responseId)
    return status === 'recording' || status === 'stopping' || isUnsent
  }, [recorder, responseId])

  function moveOn(doneNow: ReadonlySet<string>) {
    const following = nextUnanswered(items, doneNow, itemId ?? undefined)
    if (following === null) return setDialog('end')
    setDialog(null)
    setRecorded('nothing')
    setItemId(following.id)
  }

  function finishItem() {
    const doneNow = itemId === null ? done : new Set(done).add(itemId)
    setDone(doneNow)
    moveOn(doneNow)
  }

  return {
    recorder,
    recording,
    items,
    done,
    responseId,
    item: items.find(({ id }) => id === itemId) ?? null,
    step,
    media,
    /** `kept`: the server has takes of the item from an earlier visit. */
    recorded: recorded === 'nothing' && storedTakes > 0 ? ('interrupted' as const) : recorded,
    dialog,
    setDialog,
    isDirty,
    microphoneReady: () => setStep(media === null || responseId === null ? 'preparing' : 'items'),
    chooseMicrophone: () => setStep('microphone'),
    begin(copies: ReadonlyMap<string, string>, id: string) {
      // A reload goes on with this session instead of choosing a protocol anew.
      history.replaceState(history.state, '', links.resume(participantId, id))
      setMedia(copies)
      setResponseId(id)
      setStep('items')
    },
    /** Goes on with what was recorded, an interrupted take too. */
    next: finishItem,
    skip(purpose: string) {
      if (target === null) throw new Error('A skip of no item')
      void uploadQueue().addSkip(target, purpose)
      finishItem()
    },
  }
}

export type RecordingFlow = ReturnType<typeof useRecordingFlow>

/** Those of the server, and those that this tab has still to send. */
function answeredItems(session: ProtocolResponse | null): ReadonlySet<string> {
  if (session === null) return new Set()
  const waiting = uploadQueue()
    .getSnapshot()
    .uploads.filter(({ responseId }) => responseId === session.id)
    .filter((upload) => upload.kind === 'skip' || upload.take.settings.interrupted !== true)
  const stored = session.responses.filter(isDone)
  return new Set([...stored.map(({ protocol_item }) => protocol_item.id), ...waiting.map(({ itemId }) => itemId)])
}
