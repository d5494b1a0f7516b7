import type { RecordingFlow } from '../useRecordingFlow.ts'
import type { ParticipantScreen } from './useParticipantScreen.ts'

/**
 * Whether patient mode is on and can be shown now. What the examiner must read cannot be read in it; a running recording
 * is not disturbed, and after the last item the participant sees the thanks.
 */
export function isOnlyStimulus(
  { isPatientMode, isHeldUp }: Pick<ParticipantScreen, 'isPatientMode' | 'isHeldUp'>,
  { recording, space, recorded, dialog }: Pick<RecordingFlow, 'recording' | 'space' | 'recorded' | 'dialog'>,
): boolean {
  if (!isPatientMode) return false
  if (recording.status === 'recording' || recording.status === 'stopping') return true
  return space === 'enough' && !isHeldUp && (recorded !== 'interrupted' || dialog === 'end')
}
