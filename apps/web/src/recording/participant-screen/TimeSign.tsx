import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { ClockIcon } from '../../ui/icons.tsx'
import { isNearMaximum } from '../level/zones.ts'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import classes from './PatientStrip.module.css'

type TimeSignProps = {
  flow: Pick<RecordingFlow, 'recorder' | 'recording' | 'goingSeconds' | 'isAtLimit'>
  item: { max_duration: number | null }
}

/**
 * In patient mode: the maximum is near, or it ended the take. A sign for the examiner, without seconds: the participant
 * sees it, too, and has nothing to race against.
 */
export function TimeSign({ flow, item }: TimeSignProps) {
  const { t } = useTranslation()
  const { recorder, recording, goingSeconds, isAtLimit } = flow
  const isNear = useSyncExternalStore(recorder.meter.subscribe, () =>
    isNearMaximum(goingSeconds + recorder.meter.getSnapshot().elapsedSeconds, item.max_duration),
  )
  const text =
    recording.status === 'recording' && isNear
      ? t('participant_screen__near_maximum')
      : recording.status !== 'recording' && isAtLimit
        ? t('participant_screen__at_maximum')
        : null
  return (
    <span role="status" className={classes.time}>
      {text !== null && (
        <span title={text}>
          <ClockIcon size={28} />
          <VisuallyHidden>{text}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
