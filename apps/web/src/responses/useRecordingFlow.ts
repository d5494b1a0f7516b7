import type { Protocol, ProtocolResponse } from '@fonema/contract'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { links } from '../ui/links.ts'
import { inOrder, isDone, nextUnanswered } from './item-order.ts'
import { sealingKey } from './outbox/sealing-key.ts'
import { keepStorage, type Space, spaceFor } from './outbox/space.ts'
import { createRecorder } from './recorder/recorder.ts'
import type { Gap, Take, TakeCause, TakeOwner } from './recorder/types.ts'
import type { TakeJudgement } from './TakeVerdict.tsx'
import { uploadQueue } from './uploads.tsx'
import { useJudge } from './useJudge.ts'

export type Step = 'microphone' | 'preparing' | 'items' | 'complete'
export type Dialog = 'limit' | 'skip' | 'end' | null
/** What this visit has recorded of the present item. */
export type Recorded = 'nothing' | 'whole' | 'interrupted'

/** A take that ended before its item did. `endedAt` in epoch milliseconds. */
type Begun = { number: number; seconds: number; endedAt: number }

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

  /** What is recorded of an item whose recording was interrupted: the next take may go on from there. */
  const [begun, setBegun] = useState<Begun | null>(null)

  /** What the running take goes on from; null when it is one of its own. */
  const [going, setGoing] = useState<Begun | null>(null)

  const onTake = useRef<(take: Take, cause: TakeCause, owner: TakeOwner) => void>(undefined)
  const [recorder] = useState(() =>
    createRecorder({
      sealingKey,
      onTake: (take, cause, owner) => onTake.current?.(take, cause, owner),
      onBroken(owner) {
        setRecorded('interrupted')
        setBegun(null)
        void uploadQueue().addBroken(owner)
      },
    }),
  )
  const recording = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot)
  useEffect(() => () => void recorder.close(), [recorder])
  const { follow, judge } = useJudge(recorder)
  const [judged, setJudged] = useState<{ id: string; judgement: TakeJudgement } | null>(null)

  const item = items.find(({ id }) => id === itemId) ?? null
  const target = responseId !== null && itemId !== null ? { participantId, responseId, itemId } : null
  const storedTakes = session?.responses.find(({ protocol_item }) => protocol_item.id === itemId)?.take ?? 0
  onTake.current = (take, cause, owner) => {
    const queue = uploadQueue()
    const isWhole = cause === 'stopped' || cause === 'limit'
    const judging = isWhole ? judge(owner.id, take) : null
    // Between two pieces of an item nothing was heard: a gap before the second one.
    const pause: Gap[] =
      going === null
        ? []
        : [{ at: 0, length: Math.max(0, Date.parse(take.recordedAt) - going.endedAt) / 1000, pause: true }]
    void queue.addTake(owner, { ...take, gaps: [...pause, ...take.gaps] }, judging).catch(() => queue.addBroken(owner))
    setRecorded(isWhole ? 'whole' : 'interrupted')
    const seconds = (going?.seconds ?? 0) + take.durationSeconds
    setBegun(isWhole ? null : { number: owner.number, seconds, endedAt: Date.now() })
    if (isWhole) setDone((before) => new Set(before).add(owner.itemId))
    if (cause === 'limit') setDialog('limit')
    if (judging === null) return
    const { id } = owner
    setJudged({ id, judgement: 'judging' })
    // Another take may have begun meanwhile.
    void judging.then((judgement) => setJudged((now) => (now?.id === id ? { id, judgement } : now)))
  }

  const { space, checkSpace } = useSpace(item?.max_duration ?? null, itemId, recording.status === 'ready')

  /** What must not be lost by leaving: asked at the moment of leaving, not when something was last drawn. */
  const isDirty = useCallback(() => {
    const { uploads } = uploadQueue().getSnapshot()
    const isRecording = ['recording', 'stopping'].includes(recorder.getSnapshot().status)
    return isRecording || uploads.some((upload) => upload.responseId === responseId)
  }, [recorder, responseId])

  function moveOn(doneNow: ReadonlySet<string>) {
    const following = nextUnanswered(items, doneNow, itemId ?? undefined)
    if (following === null) return setDialog('end')
    setDialog(null)
    setRecorded('nothing')
    setBegun(null)
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
    item,
    step,
    media,
    /** `kept`: the server has takes of the item from an earlier visit. */
    recorded: recorded === 'nothing' && storedTakes > 0 ? ('interrupted' as const) : recorded,
    dialog,
    setDialog,
    isDirty,
    target,
    space,
    checkSpace,
    /** Seconds that the next take can go on from; null when there is nothing to go on from. */
    judgement: judged?.judgement ?? null,
    begunSeconds: begun?.seconds ?? null,
    /** Seconds that the running take goes on from. */
    goingSeconds: going?.seconds ?? 0,
    /** `at`: when it was clicked. `goOn`: from where the interrupted take ended. */
    record(at: number, goOn = false) {
      if (target === null || item === null || space !== 'enough') return
      void keepStorage()
      const from = goOn ? begun : null
      const owner = uploadQueue().reserve(target, { storedTakes, continues: from?.number })
      const maxSeconds = item.max_duration === null ? undefined : item.max_duration - (from?.seconds ?? 0)
      if (from === null) setBegun(null)
      setGoing(from)
      setJudged(null)
      follow(owner.id)
      recorder.start({ at, owner, ...(maxSeconds !== undefined && { maxSeconds }) })
    },
    microphoneReady: () => setStep(media === null || responseId === null ? 'preparing' : 'items'),
    chooseMicrophone() {
      // A take goes on with the same microphone only.
      setBegun(null)
      setStep('microphone')
    },
    begin(copies: ReadonlyMap<string, string>, id: string) {
      // A reload goes on with this session instead of choosing a protocol anew.
      history.replaceState(history.state, '', links.resume(participantId, id))
      setMedia(copies)
      setResponseId(id)
      setStep('items')
    },
    /** Goes on with what was recorded, an interrupted take too. */
    next: finishItem,
    /** Goes on with a take that is kept, as it is. */
    keepTake(choice: { take: number; holder?: string }) {
      if (target === null) throw new Error('A choice of no item')
      void uploadQueue().addChoice(target, choice)
      setRecorded('whole')
      finishItem()
    },
    skip(purpose: string) {
      if (target === null) throw new Error('A skip of no item')
      void uploadQueue().addSkip(target, purpose)
      finishItem()
    },
  }
}

/** Room for the item on this device; looked at again for each item, before each take, and when asked to. */
function useSpace(seconds: number | null, itemId: string | null, isReady: boolean) {
  const [found, setFound] = useState<{ space: Space; itemId: string | null }>({ space: 'enough', itemId })
  const checkSpace = useCallback(
    () => void spaceFor(seconds).then((space) => setFound({ space, itemId })),
    [seconds, itemId],
  )
  useEffect(() => {
    if (isReady) checkSpace()
  }, [isReady, checkSpace])
  return { space: found.space, checkSpace }
}

export type RecordingFlow = ReturnType<typeof useRecordingFlow>

/** Those of the server, and those that this tab has still to send. */
function answeredItems(session: ProtocolResponse | null): ReadonlySet<string> {
  if (session === null) return new Set()
  const waiting = uploadQueue()
    .getSnapshot()
    .uploads.filter(({ responseId }) => responseId === session.id)
    .flatMap((upload) => {
      if (upload.kind === 'comment') return []
      return upload.kind !== 'take' || upload.take.settings.interrupted !== true ? [upload.itemId] : []
    })
  const stored = session.responses.filter(isDone)
  return new Set([...stored.map(({ protocol_item }) => protocol_item.id), ...waiting])
}
