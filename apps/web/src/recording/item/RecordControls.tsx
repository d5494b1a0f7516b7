import type { ProtocolItem } from '@fonema/contract'
import { Button, Loader } from '@mantine/core'
import { type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckIcon, ChevronRightIcon, MicrophoneIcon } from '../../ui/icons.tsx'
import { LevelMeter } from '../microphone/LevelMeter.tsx'
import { PrimaryButton } from '../PrimaryButton.tsx'
import { useUploads } from '../uploads.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import type { StimulusState } from './ItemStep.tsx'
import classes from './RecordControls.module.css'
import { Recording } from './Recording.tsx'
import { TakeVerdict } from './TakeVerdict.tsx'
import { Waveform } from './Waveform.tsx'

type RecordControlsProps = { flow: RecordingFlow; item: ProtocolItem; stimulus: StimulusState; isBehind: boolean }

/**
 * The actions for an item. Each action keeps its place: recording and stopping come first, moving on second. When the
 * recording is poor, only the emphasis moves.
 */
export function RecordControls({ flow, item, stimulus, isBehind }: RecordControlsProps) {
  const { recording, recorder, goingSeconds } = flow
  const isRecording = recording.status === 'recording'
  return (
    <div className={classes.controls} data-recording={isRecording || undefined}>
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
        <Recorded flow={flow} item={item} stimulus={stimulus} isBehind={isBehind} />
      )}
    </div>
  )
}

function ToRecord({ flow, item, stimulus, isBehind }: RecordControlsProps) {
  const { t } = useTranslation()
  const { recording, recorder } = flow
  const isHeldUp = stimulus.mustBeHeard || stimulus.isPlaying
  const noVolume = recording.status === 'ready' && recording.noVolume
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
        {item.skippable && (
          <Button variant="subtle" disabled={isHeldUp} onClick={() => flow.setDialog('skip')}>
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

function Recorded({ flow, item, stimulus, isBehind }: RecordControlsProps) {
  const { t } = useTranslation()
  const isInterrupted = flow.recorded === 'interrupted'
  const { begunSeconds, judgement } = flow
  const isPoor = judgement !== null && judgement !== 'judging' && judgement.verdict === 'poor'
  const canGoOn = begunSeconds !== null && begunSeconds < (item.max_duration ?? Number.POSITIVE_INFINITY) - 1
  const isSettled = useSettled()
  const isLast = flow.done.size + (flow.done.has(item.id) ? 0 : 1) === flow.items.length
  const next = {
    disabled: !isSettled,
    rightSection: <ChevronRightIcon />,
    onClick: flow.next,
    children: t(isLast ? 'responses__record__finish' : 'responses__record__next'),
  }
  return (
    <>
      <div className={classes.info}>
        <div className={classes.state} role="status">
          {isInterrupted ? (
            <span className={classes.warning}>{t('responses__record__interrupted')}</span>
          ) : (
            <Sent itemId={item.id} />
          )}
        </div>
        <div role="status">{!isInterrupted && <TakeVerdict judgement={judgement} />}</div>
      </div>
      <div className={classes.buttons}>
        {isInterrupted ? (
          <>
            {canGoOn && <RecordButton flow={flow} stimulus={stimulus} isBehind={isBehind} isPrimary goesOn />}
            <RecordButton flow={flow} stimulus={stimulus} isBehind={isBehind} isPrimary={!canGoOn} />
            {item.skippable && !flow.done.has(item.id) && (
              <Button variant="subtle" onClick={() => flow.setDialog('skip')}>
                {t('responses__record__skip')}
              </Button>
            )}
          </>
        ) : (
          <>
            <RecordButton
              flow={flow}
              stimulus={stimulus}
              isBehind={isBehind}
              isPrimary={isPoor}
              isHeldBack={!isSettled}
            />
            {isPoor ? (
              <Button size="lg" variant="default" {...next} />
            ) : (
              <PrimaryButton isBehind={isBehind} {...next} />
            )}
          </>
        )}
      </div>
    </>
  )
}

const settleMs = 700

/** False for a moment after mounting: a second click on *Stop* must not hit the buttons that replace it. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, settleMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

/** Where the latest recording of the item is: on the device, being sent, or stored. */
function Sent({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  const { uploads, failed, failing } = useUploads()
  if (failed.some(({ upload }) => upload.itemId === itemId)) return t('responses__record__refused')
  if (uploads.some((upload) => upload.itemId === itemId))
    return t(failing ? 'responses__record__kept_here' : 'responses__record__sending')
  return (
    <span className={classes.stored}>
      <CheckIcon />
      {t('responses__record__stored')}
    </span>
  )
}

type RecordButtonProps = Omit<RecordControlsProps, 'item'> & {
  isPrimary: boolean
  /** Continue from the end of the interrupted take instead of starting again. */
  goesOn?: boolean
  isHeldBack?: boolean
}

function RecordButton({ flow, stimulus, isBehind, isPrimary, goesOn = false, isHeldBack = false }: RecordButtonProps) {
  const { t } = useTranslation()
  const { recording, recorded, space } = flow
  const disabled =
    isHeldBack || recording.status !== 'ready' || space !== 'enough' || stimulus.mustBeHeard || stimulus.isPlaying
  const content = {
    disabled,
    leftSection: <MicrophoneIcon />,
    onClick: (event: MouseEvent) => flow.record(event.timeStamp, goesOn),
    children: t(
      goesOn
        ? 'responses__record__go_on'
        : recorded === 'nothing'
          ? 'responses__record__record'
          : 'responses__record__again',
    ),
  }
  return isPrimary ? (
    <PrimaryButton isBehind={isBehind} {...content} />
  ) : (
    <Button variant="default" size="lg" {...content} />
  )
}

function hintOf({ video }: Pick<ProtocolItem, 'video'>, { mustBeHeard }: StimulusState) {
  if (!mustBeHeard) return 'responses__record__hint_playing'
  return video === null ? 'responses__record__hint_audio' : 'responses__record__hint_video'
}
