import type { ProtocolItem } from '@fonema/contract'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { StopIcon } from '../ui/icons.tsx'
import { clock } from './clock.ts'
import { PrimaryButton } from './PrimaryButton.tsx'
import classes from './RecordControls.module.css'
import type { Recorder } from './recorder/types.ts'
import { Waveform } from './Waveform.tsx'

type RecordingProps = {
  recorder: Recorder
  item: Pick<ProtocolItem, 'min_duration' | 'max_duration'>
  /** Seconds of the item that an interrupted take has already. */
  before: number
  noVolume: boolean
  isBehind: boolean
}

/** While the participant speaks. */
export function Recording({ recorder, item, before, noVolume, isBehind }: RecordingProps) {
  const { t } = useTranslation()
  const { min_duration, max_duration } = item
  // In whole seconds: twenty drawings a second are for the waveform only.
  const elapsed = useSyncExternalStore(recorder.meter.subscribe, () =>
    Math.floor(before + recorder.meter.getSnapshot().elapsedSeconds),
  )
  const missing = useSyncExternalStore(recorder.meter.subscribe, () =>
    Math.max(0, Math.ceil(min_duration - before - recorder.meter.getSnapshot().elapsedSeconds)),
  )
  return (
    <>
      <div className={classes.info}>
        <div className={classes.state}>
          <span className={classes.recording} role="status">
            <span className={classes.dot} />
            {t('responses__record__recording')}
          </span>
          <span className={classes.time} role="timer" aria-label={t('responses__record__elapsed')}>
            {clock(elapsed)}
            {max_duration !== null && <span className={classes.limit}> / {clock(max_duration)}</span>}
          </span>
          {noVolume && <span className={classes.warning}>{t('responses__record__no_volume_title')}</span>}
          {missing > 0 && <span className={classes.wait}>{t('responses__record__stop_in', { count: missing })}</span>}
        </div>
        <Waveform meter={recorder.meter} isRecording />
      </div>
      <div className={classes.buttons}>
        <PrimaryButton
          color="red"
          disabled={missing > 0}
          isBehind={isBehind}
          leftSection={<StopIcon />}
          onClick={(event) => void recorder.stop({ at: event.timeStamp }).catch(() => undefined)}
        >
          {t('responses__record__stop')}
        </PrimaryButton>
      </div>
    </>
  )
}
