import type { ProtocolItem } from '@fonema/contract'
import { useEffect } from 'react'
import { useKey } from '../keys.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import { isOnlyStimulus } from './patient-mode.ts'
import { useCountdown } from './useCountdown.ts'
import type { ParticipantScreen } from './useParticipantScreen.ts'
import { useShownItem } from './useShownItem.ts'

/** Why no recording can begin now; null when nothing of the participant's side holds it up. */
export type WaitsFor = 'screen' | 'countdown' | null

type Surroundings = {
  flow: RecordingFlow
  item: ProtocolItem
  lang: string
  copy: (address: string | null) => string | null
  isBehind: boolean
  isVideoPlaying: boolean
}

/** An item as the participant follows it: on their screen, with a countdown before each recording. */
export function useGuidedItem(screen: ParticipantScreen, { flow, isBehind, ...shown }: Surroundings) {
  const { left, begin, cancel } = useCountdown()
  const { recording, dialog, setDialog } = flow
  const isLocked = recording.status === 'recording' || recording.status === 'stopping'
  const isCounting = left > 0
  const isPatientMode = isOnlyStimulus(screen, flow)
  const mustStop = isBehind || screen.isHeldUp || !screen.isGuided || recording.status !== 'ready'
  useEffect(() => {
    if (isCounting && mustStop) cancel()
  }, [isCounting, mustStop, cancel])
  useKey('toggle', isCounting && !isBehind, cancel, 'cancel')
  useKey('patient', true, () => screen.setPatientMode(!screen.isPatientMode))
  useKey('back', screen.isPatientMode, () => screen.setPatientMode(false))
  useKey('help', !isLocked, () => screen.setHelpOpen(true))
  // In patient mode nothing lies above the stimulus.
  const isLimit = isPatientMode && dialog === 'limit'
  useEffect(() => {
    if (isLimit) setDialog(null)
  }, [isLimit, setDialog])
  const { state, setMark } = useShownItem(screen, { ...shown, flow, secondsLeft: left, isPatientMode })
  function recordNow(goesOn?: boolean) {
    const at = performance.now()
    setMark(at)
    flow.record(at, goesOn)
  }
  const waitsFor: WaitsFor = isCounting ? 'countdown' : screen.isHeldUp ? 'screen' : null
  return {
    state,
    isPatientMode,
    waitsFor,
    /** The flow, with the countdown before its recordings. The mark is set when the sign appears. */
    flow: {
      ...flow,
      record(at: number, goesOn?: boolean) {
        if (waitsFor !== null) return
        if (screen.isGuided) return begin(() => recordNow(goesOn))
        setMark(null)
        flow.record(at, goesOn)
      },
    },
  }
}
