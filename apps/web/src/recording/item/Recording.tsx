import type { ProtocolItem } from '@fonema/contract'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { StopIcon } from '../../ui/icons.tsx'
import { useKey } from '../keys.ts'
import { LevelZones } from '../level/LevelZones.tsx'
import { secondsLeft } from '../level/zones.ts'
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
  const left = useSyncExternalStore(recorder.meter.subscribe, () =>
    secondsLeft(before + recorder.meter.getSnapshot().elapsedSeconds, max_duration),
  )
  const stop = ({ timeStamp }: { timeStamp: number }) => void recorder.stop({ at: timeStamp }).catch(() => undefined)
  useKey('toggle', missing === 0 && !isBehind, stop, 'stop')
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
          <span role="status" className={classes.warning}>
            {left !== null && t('responses__level__ends_in', { count: left })}
          </span>
          {missing > 0 && <span>{t('responses__record__stop_in', { count: missing })}</span>}
        </div>
        <LevelZones meter={recorder.meter} />
        <Waveform meter={recorder.meter} isRecording />
      </div>
      <div className={classes.buttons}>
        <PrimaryButton color="red" disabled={missing > 0} isBehind={isBehind} leftSection={<StopIcon />} onClick={stop}>
          {t('responses__record__stop')}
        </PrimaryButton>
      </div>
    </>
  )
}
