import type { ProtocolItem } from '@fonema/contract'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { StopIcon } from '../../ui/icons.tsx'
import { LevelMeter } from '../microphone/LevelMeter.tsx'
import { PrimaryButton } from '../PrimaryButton.tsx'
import type { Recorder } from '../recorder/types.ts'
import { clock } from './clock.ts'
import classes from './RecordControls.module.css'
import { Waveform } from './Waveform.tsx'

type RecordingProps = {
  recorder: Recorder
  item: Pick<ProtocolItem, 'min_duration' | 'max_duration'>
  /** Seconds of the item that an interrupted take already has. */
  before: number
  noVolume: boolean
  isBehind: boolean
}

/** Shown while the participant speaks. */
export function Recording({ recorder, item, before, noVolume, isBehind }: RecordingProps) {
  const { t } = useTranslation()
  const { min_duration, max_duration } = item
  // In whole seconds: only the waveform needs twenty renders per second.
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
        <LevelMeter meter={recorder.meter} isCompact />
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
