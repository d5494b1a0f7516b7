import type { ProtocolItem } from '@fonema/contract'
import { Button, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Decide } from '../decide/Decide.tsx'
import { useKey } from '../keys.ts'
import { LevelMeter } from '../microphone/LevelMeter.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import type { StimulusState } from './ItemStep.tsx'
import { RecordButton } from './RecordButton.tsx'
import classes from './RecordControls.module.css'
import { Recording } from './Recording.tsx'
import { Waveform } from './Waveform.tsx'

type RecordControlsProps = {
  flow: RecordingFlow
  item: ProtocolItem
  stimulus: StimulusState
  isBehind: boolean
  onPlayer: (player: AudioPlayer | null) => void
}

/**
 * The actions for an item. Each action keeps its place: recording and stopping come first, moving on second. When the
 * recording is poor, only the emphasis moves.
 */
export function RecordControls({ flow, item, stimulus, isBehind, onPlayer }: RecordControlsProps) {
  const { recording, recorder, goingSeconds } = flow
  const isRecording = recording.status === 'recording'
  const isDeciding = !isRecording && recording.status !== 'stopping' && flow.recorded !== 'nothing'
  return (
    <div className={classes.controls} data-recording={isRecording || undefined} data-deciding={isDeciding || undefined}>
      {isRecording ? (
        <Recording
          recorder={recorder}
          item={item}
          before={goingSeconds}
          noVolume={recording.noVolume}
          isBehind={isBehind}
        />
      ) : recording.status === 'stopping' ? (
        <Stopping />
      ) : flow.recorded === 'nothing' ? (
        <ToRecord flow={flow} item={item} stimulus={stimulus} isBehind={isBehind} />
      ) : (
        <Decide flow={flow} item={item} stimulus={stimulus} isBehind={isBehind} onPlayer={onPlayer} />
      )}
    </div>
  )
}

function ToRecord({ flow, item, stimulus, isBehind }: Omit<RecordControlsProps, 'onPlayer'>) {
  const { t } = useTranslation()
  const { recording, recorder } = flow
  const isHeldUp = stimulus.mustBeHeard || stimulus.isPlaying || stimulus.waitsFor !== null
  const noVolume = recording.status === 'ready' && recording.noVolume
  // An item is recorded again from the summary, which leads back there.
  const isComplete = flow.done.size === flow.items.length
  useKey('back', isComplete && !isBehind, () => flow.setDialog('end'))
  return (
    <>
      <div className={classes.info}>
        <div className={classes.state} role="status">
          {recording.status !== 'ready' ? (
            t('responses__record__microphone_opening')
          ) : isHeldUp ? (
            t(hintOf(item, stimulus))
          ) : noVolume ? (
            <span className={classes.warning}>{t('responses__record__no_volume_text')}</span>
          ) : (
            t('responses__record__ready')
          )}
        </div>
        <LevelMeter meter={recorder.meter} isCompact />
        <Waveform meter={recorder.meter} />
      </div>
      <div className={classes.buttons}>
        <RecordButton flow={flow} stimulus={stimulus} isBehind={isBehind} isPrimary />
        {isComplete && (
          <Button size="lg" variant="default" onClick={() => flow.setDialog('end')}>
            {t('responses__record__to_summary')}
          </Button>
        )}
        {item.skippable && !flow.done.has(item.id) && (
          <Button
            variant="subtle"
            disabled={isHeldUp && stimulus.waitsFor !== 'screen'}
            onClick={() => flow.setDialog('skip')}
          >
            {t('responses__record__skip')}
          </Button>
        )}
      </div>
    </>
  )
}

function Stopping() {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.info}>
        <div className={classes.state} role="status">
          {t('responses__record__stopping')}
        </div>
      </div>
      <div className={classes.buttons}>
        <Loader aria-hidden="true" className={classes.loader} />
      </div>
    </>
  )
}

function hintOf({ video }: Pick<ProtocolItem, 'video'>, { mustBeHeard, waitsFor }: StimulusState) {
  if (waitsFor === 'screen') return 'participant_screen__wait'
  if (waitsFor === 'countdown') return 'participant_screen__wait_countdown'
  if (!mustBeHeard) return 'responses__record__hint_playing'
  return video === null ? 'responses__record__hint_audio' : 'responses__record__hint_video'
}
