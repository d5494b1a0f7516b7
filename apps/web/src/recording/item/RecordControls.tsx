import type { ProtocolItem } from '@fonema/contract'
import { Button, Loader } from '@mantine/core'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Decide } from '../decide/Decide.tsx'
import { ItemTakes } from '../decide/ItemTakes.tsx'
import { LevelMeter } from '../microphone/LevelMeter.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import { useSettled } from '../useSettled.ts'
import type { StimulusState } from './ItemStep.tsx'
import { RecordButton } from './RecordButton.tsx'
import classes from './RecordControls.module.css'
import { Recording } from './Recording.tsx'
import { ToSummary } from './ToSummary.tsx'
import { Waveform } from './Waveform.tsx'

type RecordControlsProps = {
  flow: RecordingFlow
  item: ProtocolItem
  stimulus: StimulusState
  isBehind: boolean
  isPatientMode: boolean
  onPlayer: (player: AudioPlayer | null) => void
}

/**
 * The actions for an item. Each action keeps its place: recording and stopping come first, moving on second. When the
 * recording is poor, only the emphasis moves.
 */
export function RecordControls(props: RecordControlsProps) {
  const { flow, item, isBehind } = props
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
        <ToRecord {...props} />
      ) : (
        <Decide {...props} />
      )}
    </div>
  )
}

function ToRecord({ flow, item, stimulus, isBehind, isPatientMode }: RecordControlsProps) {
  const { t } = useTranslation()
  const { recording, recorder } = flow
  const isHeldUp = stimulus.mustBeHeard || stimulus.isPlaying || stimulus.waitsFor !== null
  const noVolume = recording.status === 'ready' && recording.noVolume
  // The second click of a double click on *Use* belongs to the item before.
  const isSettled = useSettled()
  const isDone = flow.done.has(item.id)
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
        <ToSummary flow={flow} isBehind={isBehind} isPatientMode={isPatientMode} isHeldBack={!isSettled} />
        {item.skippable && !isDone && (
          <Button
            variant="subtle"
            disabled={!isSettled || (isHeldUp && stimulus.waitsFor !== 'screen')}
            onClick={() => flow.setDialog('skip')}
          >
            {t('responses__record__skip')}
          </Button>
        )}
        {isDone && <ItemTakes flow={flow} item={item} isBehind={isBehind} min={1} />}
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
