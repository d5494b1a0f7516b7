import type { ProtocolItem } from '@fonema/contract'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import type { Phase, ScreenState } from './messages.ts'
import { painted } from './painted.ts'
import type { ParticipantScreen } from './useParticipantScreen.ts'

type Shown = {
  flow: RecordingFlow
  item: ProtocolItem
  lang: string
  copy: (address: string | null) => string | null
  secondsLeft: number
  isVideoPlaying: boolean
  isPatientMode: boolean
}

/**
 * Sends the participant's screen the item as it is now. @returns that state, for this window, and `setMark`, which takes
 * when a take that begins now was marked, in milliseconds since this page's start
 */
export function useShownItem(screen: ParticipantScreen, { flow, item, lang, copy, ...now }: Shown) {
  const { done, items, recording, recorded, dialog } = flow
  const { secondsLeft, isVideoPlaying, isPatientMode } = now
  const phase: Phase =
    dialog === 'end'
      ? 'end'
      : recording.status === 'recording'
        ? 'recording'
        : secondsLeft > 0
          ? 'countdown'
          : recorded === 'nothing' && recording.status === 'ready'
            ? 'ready'
            : 'after'
  const state: ScreenState = {
    stimulus: { trigger: item.trigger, image: copy(item.image), video: copy(item.video), lang },
    phase,
    secondsLeft,
    progress: items.length === 0 ? 0 : done.size / items.length,
    isVideoPlaying,
    view: screen.view,
  }
  const { link, status } = screen
  const pictures = JSON.stringify(items.flatMap(({ image }) => copy(image) ?? []))
  useEffect(() => link?.offer(JSON.parse(pictures)), [link, pictures])
  const text = JSON.stringify(state) // sent only when it changed
  const isFirst = useRef(true)
  const mark = useRef<number | null>(null)
  // Before the paint of this window: the participant is not to see it later than the examiner.
  useLayoutEffect(() => {
    const sent: ScreenState = JSON.parse(text)
    const what = isFirst.current ? 'item' : sent.phase
    isFirst.current = false
    let from = performance.now()
    if (sent.phase === 'recording') {
      from = mark.current ?? from
      mark.current = null // a later state of this take has nothing to do with its mark
    }
    if (isPatientMode) void painted().then((at) => noteDelay('here', what, from, at))
    if (link === null || (status !== 'open' && status !== 'opening')) return
    void link.send(sent).then((at) => noteDelay('window', what, from, at))
  }, [link, status, text, isPatientMode])
  return {
    state,
    setMark(at: number | null) {
      mark.current = at
    },
  }
}

/**
 * Keeps how long a change took to be on the participant's screen among the browser's own measurements, where a journey
 * reads them. For a recording it is the time from its mark to its sign.
 */
function noteDelay(where: 'here' | 'window', what: Phase | 'item', start: number, end: number) {
  performance.measure(`fonema.shown.${where}.${what}`, { start, end })
}
