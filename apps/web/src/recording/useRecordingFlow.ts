import type { ItemId, Protocol, ProtocolResponse, SessionId } from '@fonema/contract'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { links } from '../ui/links.ts'
import { useLatest } from '../ui/useLatest.ts'
import type { Heard } from './decide/heard.ts'
import { type Choice, judgedAtFirst, withChoice, withJudgement, withTake } from './end/judged-takes.ts'
import type { Outcome } from './end/session-summary.ts'
import { useJudge } from './item/useJudge.ts'
import { inDrawnOrder, inOrder, isDone, nextUnanswered } from './item-order.ts'
import { sealingKey } from './outbox/sealing-key.ts'
import { type Space, spaceFor } from './outbox/space.ts'
import { createRecorder } from './recorder/recorder.ts'
import type { Gap, Take, TakeCause, TakeOwner } from './recorder/types.ts'
import { uploadQueue } from './uploads.tsx'

export type Step = 'microphone' | 'preparing' | 'items' | 'complete'
export type Dialog = 'limit' | 'skip' | 'end' | null
/** What the session has that the server does not; `safe` and `nothing` are left without a question. */
export type Leaving = 'recording' | 'unstored' | 'unsent' | 'safe' | 'nothing'
/** What an earlier visit left, as the server or, for a session that waits in the outbox, this device has it. */
export type BegunSession = Pick<ProtocolResponse, 'id' | 'responses' | 'comment'>
/** What this visit has recorded of the current item. */
export type Recorded = 'nothing' | 'whole' | 'interrupted'

/** A take that ended before its item was complete. `endedAt` in epoch milliseconds. */
type Begun = { number: number; seconds: number; endedAt: number }

/** The steps of a session: microphone, media, then one item after another. Owns the recorder and releases it. */
export function useRecordingFlow(participantId: string, protocol: Protocol, session: BegunSession | null) {
  /** As the server drew it for a new session; null: that of the protocol. */
  const [order, setOrder] = useState<readonly ItemId[] | null>(null)
  const items = useMemo(() => inDrawnOrder(inOrder(protocol.items), order), [protocol, order])
  const [done, setDone] = useState(() => answeredItems(session))
  const [responseId, setResponseId] = useState(session?.id ?? null)
  const [itemId, setItemId] = useState(() => nextUnanswered(items, done)?.id ?? null)
  const [step, setStep] = useState<Step>(itemId === null ? 'complete' : 'microphone')
  const [media, setMedia] = useState<ReadonlyMap<string, string> | null>(null)
  const [recorded, setRecorded] = useState<Recorded>('nothing')
  const [dialog, setDialog] = useState<Dialog>(null)
  /** The item's maximum ended its latest take. */
  const [isAtLimit, setAtLimit] = useState(false)

  /** The interrupted recording of the current item; the next take may continue it. */
  const [begun, setBegun] = useState<Begun | null>(null)

  /** What the running take continues; null when it starts from the beginning. */
  const [going, setGoing] = useState<Begun | null>(null)

  const onTake = useLatest(receiveTake)
  const [recorder] = useState(() =>
    createRecorder({
      sealingKey,
      onTake: (take, cause, owner) => onTake.current(take, cause, owner),
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
  const [judged, setJudged] = useState(() => judgedAtFirst(session?.responses ?? []))
  /** The latest take of the current item, as long as nothing else was recorded. */
  const [heard, setHeard] = useState<Heard | null>(null)

  const item = items.find(({ id }) => id === itemId) ?? null
  const target = responseId !== null && itemId !== null ? { participantId, responseId, itemId } : null
  const isAnswered = itemId !== null && done.has(itemId)
  const storedTakes = session?.responses.find(({ protocol_item }) => protocol_item.id === itemId)?.take ?? 0
  function receiveTake(take: Take, cause: TakeCause, owner: TakeOwner) {
    const queue = uploadQueue()
    const isWhole = cause === 'stopped' || cause === 'limit'
    const asked = items.find(({ id }) => id === owner.itemId)
    const judging = judge(owner.id, take, asked?.category.name)
    // The silence between two takes of an item is a gap at the start of the second one.
    const pause: Gap[] =
      going === null
        ? []
        : [{ at: 0, length: Math.max(0, Date.parse(take.recordedAt) - going.endedAt) / 1000, pause: true }]
    const reading = judging && Promise.all([judging.judgement, judging.sound])
    void queue.addTake(owner, { ...take, gaps: [...pause, ...take.gaps] }, reading).catch(() => queue.addBroken(owner))
    setRecorded(isWhole ? 'whole' : 'interrupted')
    const seconds = (going?.seconds ?? 0) + take.durationSeconds
    setBegun(isWhole ? null : { number: owner.number, seconds, endedAt: Date.now() })
    if (isWhole) setDone((before) => new Map(before).set(owner.itemId, 'recorded'))
    setAtLimit(cause === 'limit')
    if (cause === 'limit') setDialog('limit')
    const { recordedAt } = take
    setJudged((now) => withTake(now, owner, { recordedAt, isWhole, isJudged: judging !== undefined }))
    if (judging === undefined) return
    const { id } = owner
    setHeard({ ...owner, ...factsOfHeard(take), sound: 'reading' })
    void judging.judgement.then((judgement) => setJudged((now) => withJudgement(now, id, judgement)))
    void judging.sound.then((sound) => setHeard((now) => (now?.id === id ? { ...now, sound } : now)))
  }

  const channels = 'microphone' in recording && recording.microphone.hasExaminer ? 2 : 1
  const isReady = recording.status === 'ready'
  const { space, checkSpace } = useSpace(item?.max_duration ?? null, channels, itemId, isReady)

  const isAtEnd = dialog === 'end'
  /** Computed at the moment of leaving, not at the last render. */
  const leaving = useCallback((): Leaving => {
    const { uploads, unstored, failed, failing } = uploadQueue().getSnapshot()
    const isOfSession = (upload: { responseId: string }) => upload.responseId === responseId
    if (['recording', 'stopping'].includes(recorder.getSnapshot().status)) return 'recording'
    if (unstored.some(isOfSession)) return 'unstored'
    if (!uploads.some(isOfSession)) return 'nothing'
    // At the end, without a network, all that can be done is done.
    const isSafe = isAtEnd && failing && !failed.some(({ upload }) => isOfSession(upload))
    return isSafe ? 'safe' : 'unsent'
  }, [recorder, responseId, isAtEnd])

  function moveOn(doneNow: ReadonlyMap<string, Outcome>) {
    const following = nextUnanswered(items, doneNow, itemId ?? undefined)
    if (following === null) return setDialog('end')
    goTo(following.id)
  }

  function goTo(id: NonNullable<typeof itemId>) {
    setDialog(null)
    setRecorded('nothing')
    setBegun(null)
    setHeard(null)
    setAtLimit(false)
    setItemId(id)
  }

  function finishItem(outcome: Outcome) {
    const doneNow = itemId === null ? done : new Map(done).set(itemId, outcome)
    setDone(doneNow)
    moveOn(doneNow)
  }

  function chooseTake(choice: Choice) {
    if (target === null) throw new Error('No item to choose a take for')
    void uploadQueue().addChoice(target, choice.chosen)
    setDone((before) => new Map(before).set(target.itemId, outcomeOf(choice)))
    setJudged((now) => withChoice(now, target.itemId, choice))
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
    /** Also `interrupted` when the server has takes of the item from an earlier visit. */
    recorded: recorded === 'nothing' && storedTakes > 0 && !isAnswered ? ('interrupted' as const) : recorded,
    dialog,
    setDialog,
    isAtLimit,
    leaving,
    target,
    space,
    checkSpace,
    judged,
    heard,
    /** That of the take that `heard` is. */
    judgement: (heard !== null && judged.takes.get(heard.id)?.judgement) || null,
    /** Seconds already recorded that the next take can continue from; null when there are none. */
    begunSeconds: begun?.seconds ?? null,
    /** Seconds already recorded that the running take continues from. */
    goingSeconds: going?.seconds ?? 0,
    /** `at`: the time of the click. `goOn`: continue from the end of the interrupted take. */
    record(at: number, goOn = false) {
      if (target === null || item === null || space !== 'enough') return
      const from = goOn ? begun : null
      const owner = uploadQueue().reserve(target, { storedTakes, continues: from?.number })
      const maxSeconds = item.max_duration === null ? undefined : item.max_duration - (from?.seconds ?? 0)
      if (!recorder.start({ at, owner, ...(maxSeconds !== undefined && { maxSeconds }) })) {
        void uploadQueue().addBroken(owner) // releases the reservation: nothing was recorded
        return
      }
      if (from === null) setBegun(null)
      setGoing(from)
      setHeard(null)
      setAtLimit(false)
      follow(owner.id)
    },
    microphoneReady: () => setStep(media === null || responseId === null ? 'preparing' : 'items'),
    chooseMicrophone() {
      // A take can only be continued with the same microphone.
      setBegun(null)
      setStep('microphone')
    },
    begin(copies: ReadonlyMap<string, string>, id: SessionId, drawn?: readonly ItemId[]) {
      if (drawn !== undefined) {
        setOrder(drawn)
        setItemId(nextUnanswered(inDrawnOrder(items, drawn), done)?.id ?? null)
      }
      // After a reload, this session resumes instead of the choice of a protocol.
      history.replaceState(history.state, '', links.resume(participantId, id))
      setMedia(copies)
      setResponseId(id)
      setStep('items')
    },
    /** Back from the summary to an item, to record it again; its takes are kept. */
    recordAgain: goTo,
    /** Moves on with the take that counts. */
    next: () => finishItem((itemId !== null && done.get(itemId)) || 'recorded'),
    /** Makes a stored take the one that counts, and moves on. */
    keepTake(choice: Choice) {
      chooseTake(choice)
      setRecorded('whole')
      finishItem(outcomeOf(choice))
    },
    /** Makes a stored take the one that counts, and stays. */
    chooseTake,
    skip(purpose: string) {
      if (target === null) throw new Error('No item to skip')
      void uploadQueue().addSkip(target, purpose)
      finishItem('skipped')
    },
  }
}

const factsOfHeard = ({ settings }: Take) => ({
  completeness: settings.completeness ?? null,
  examinerChannel: settings.examiner_channel ?? null,
})

const outcomeOf = ({ isInterrupted }: Choice): Outcome => (isInterrupted ? 'interrupted' : 'recorded')

/** Free space for the item on this device. Checked for each item, before each take, and on request. */
function useSpace(seconds: number | null, channels: number, itemId: string | null, isReady: boolean) {
  const [found, setFound] = useState<{ space: Space; itemId: string | null }>({ space: 'enough', itemId })
  const checkSpace = useCallback(
    () => void spaceFor(seconds, channels).then((space) => setFound({ space, itemId })),
    [seconds, channels, itemId],
  )
  useEffect(() => {
    if (isReady) checkSpace()
  }, [isReady, checkSpace])
  return { space: found.space, checkSpace }
}

export type RecordingFlow = ReturnType<typeof useRecordingFlow>

/** Items answered on the server, and those that this tab still has to send. */
function answeredItems(session: BegunSession | null): ReadonlyMap<string, Outcome> {
  if (session === null) return new Map()
  const waiting = uploadQueue()
    .getSnapshot()
    .uploads.filter(({ responseId }) => responseId === session.id)
    .flatMap((upload): [string, Outcome][] => {
      if (upload.itemId === null) return []
      if (upload.kind === 'skip') return [[upload.itemId, 'skipped']]
      const isWhole = upload.kind !== 'take' || upload.take.settings.interrupted !== true
      return isWhole ? [[upload.itemId, 'recorded']] : []
    })
  const stored = session.responses.filter(isDone).map(({ protocol_item, is_skipped, takes }): [string, Outcome] => {
    const isInterrupted = takes.some(({ status, interrupted }) => status === 'counting' && interrupted)
    return [protocol_item.id, is_skipped ? 'skipped' : isInterrupted ? 'interrupted' : 'recorded']
  })
  return new Map([...stored, ...waiting])
}
