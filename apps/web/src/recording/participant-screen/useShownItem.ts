import type { ProtocolItem } from '@fonema/contract'
import { type RefObject, useLayoutEffect } from 'react'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import type { Phase, ScreenState } from './messages.ts'
import type { ParticipantScreen } from './useParticipantScreen.ts'

type Shown = {
  flow: RecordingFlow
  item: ProtocolItem
  lang: string
  copy: (address: string | null) => string | null
  secondsLeft: number
  isVideoPlaying: boolean
  /** When the running take was marked, in milliseconds since this page's start. */
  mark: RefObject<number | null>
}

/** Sends the participant's screen the item as it is now. @returns that state, for this window */
export function useShownItem(screen: ParticipantScreen, { flow, item, lang, copy, mark, ...now }: Shown): ScreenState {
  const { done, items, recording, recorded, dialog } = flow
  const { secondsLeft, isVideoPlaying } = now
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
  const text = JSON.stringify(state) // sent only when it changed
  // Before the paint of this window: the participant is not to see it later than the examiner.
  useLayoutEffect(() => {
    if (link === null || (status !== 'open' && status !== 'opening')) return
    const sent: ScreenState = JSON.parse(text)
    const from = sent.phase === 'recording' && mark.current !== null ? mark.current : performance.now()
    void link.send(sent).then((at) => noteDelay(sent.phase, from, at))
  }, [link, status, text, mark])
  return state
}

/**
 * Keeps how long a change took to be on the screen among the browser's own measurements, where a bench reads them. For
 * a recording it is the time from its mark to its sign.
 */
function noteDelay(phase: Phase, start: number, end: number) {
  performance.measure(`fonema.shown.${phase}`, { start, end })
}
