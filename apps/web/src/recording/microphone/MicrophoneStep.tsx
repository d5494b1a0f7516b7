import { Badge, Button, Checkbox, Loader, NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { MicrophoneIcon } from '../../ui/icons.tsx'
import { useLatest } from '../../ui/useLatest.ts'
import { StorageRoom } from '../outbox/StorageRoom.tsx'
import { type Kept, keepStorage } from '../outbox/space.ts'
import { PrimaryButton } from '../PrimaryButton.tsx'
import type { AudioInput } from '../recorder/microphone.ts'
import type { MicrophoneInfo, Recorder } from '../recorder/types.ts'
import { EngineLacks } from './EngineLacks.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { MicrophoneCheck } from './MicrophoneCheck.tsx'
import { MicrophoneProblem } from './MicrophoneProblem.tsx'
import classes from './MicrophoneStep.module.css'
import { useMicrophone } from './useMicrophone.ts'
import { useMicrophoneCheck } from './useMicrophoneCheck.ts'

type MicrophoneStepProps = {
  recorder: Recorder
  /** The second channel of a microphone may be the examiner's. */
  mayHaveExaminer: boolean
  /** Goes on by itself with a microphone that was found good earlier today. */
  goesOn: boolean
  onReady: () => void
  onOtherProtocol: (() => void) | undefined
}

/** Permission, device and level, before recording starts. */
export function MicrophoneStep({ recorder, mayHaveExaminer, goesOn, onReady, onOtherProtocol }: MicrophoneStepProps) {
  const { t } = useTranslation()
  const { snapshot, devices, open } = useMicrophone(recorder, mayHaveExaminer)
  const isReady = snapshot.status === 'ready'
  return (
    <Card
      title={t('responses__record__microphone')}
      aside={
        onOtherProtocol !== undefined && (
          <Button variant="transparent" px={0} onClick={onOtherProtocol}>
            {t('responses__record__other_protocol')}
          </Button>
        )
      }
    >
      <div className={classes.step}>
        {!isReady && <p className={classes.text}>{t('responses__record__microphone_text')}</p>}
        {snapshot.status === 'opening' && (
          <p className={classes.opening} role="status">
            <Loader size="sm" aria-hidden="true" />
            {t(
              snapshot.needsGesture ? 'responses__record__microphone_gesture' : 'responses__record__microphone_opening',
            )}
          </p>
        )}
        {snapshot.status === 'blocked' && <MicrophoneProblem problem={snapshot.reason} onRetry={() => void open()} />}
        {isReady ? (
          <Ready
            key={snapshot.microphone.deviceId}
            recorder={recorder}
            microphone={snapshot.microphone}
            noVolume={snapshot.noVolume}
            devices={devices}
            mayHaveExaminer={mayHaveExaminer}
            goesOn={goesOn}
            onChoose={(id, examiner) => void open(id, examiner)}
            onReady={onReady}
          />
        ) : (
          snapshot.status === 'idle' && (
            <div className={classes.buttons}>
              <PrimaryButton leftSection={<MicrophoneIcon />} onClick={() => void open()}>
                {t('responses__record__microphone_allow')}
              </PrimaryButton>
            </div>
          )
        )}
      </div>
    </Card>
  )
}

type ReadyProps = {
  recorder: Recorder
  microphone: MicrophoneInfo
  noVolume: boolean
  devices: readonly AudioInput[]
  mayHaveExaminer: boolean
  goesOn: boolean
  onChoose: (id: string, examiner?: boolean) => void
  onReady: () => void
}

/** The open microphone: its level and the optional check. */
function Ready(props: ReadyProps) {
  const { recorder, microphone, noVolume, devices, mayHaveExaminer, goesOn, onChoose, onReady } = props
  const { t } = useTranslation()
  const { check, start } = useMicrophoneCheck(recorder, microphone)
  const [kept, setKept] = useState<Kept>('unknown')
  useEffect(() => void keepStorage().then(setKept), [])
  const isListening = check.status === 'room' || check.status === 'sentence' || check.status === 'judging'
  const isChecked = check.status === 'done'
  const isPoor = isChecked && check.result.some(({ verdict }) => verdict === 'poor')
  const wasGood = isChecked && check.from === 'today' && !isPoor
  const goOn = useLatest(onReady)
  useEffect(() => {
    if (goesOn && wasGood) goOn.current()
  }, [goesOn, wasGood, goOn])
  const checkText = t(isChecked || check.status === 'failed' ? 'responses__check__again' : 'responses__check__start')
  return (
    <>
      <Devices microphone={microphone} devices={devices} isLocked={isListening} onChoose={onChoose} />
      {mayHaveExaminer && microphone.offersExaminer && (
        <Checkbox
          label={t('responses__record__examiner_microphone')}
          description={t('responses__record__examiner_microphone_text')}
          checked={microphone.hasExaminer}
          disabled={isListening}
          onChange={({ currentTarget }) => onChoose(microphone.deviceId, currentTarget.checked)}
        />
      )}
      <LevelMeter meter={recorder.meter} />
      {noVolume ? (
        <MicrophoneProblem problem="no_volume" onRetry={() => onChoose(microphone.deviceId)} />
      ) : (
        <MicrophoneCheck check={check} />
      )}
      <StorageRoom kept={kept} channels={microphone.hasExaminer ? 2 : 1} />
      <EngineLacks kept={kept} />
      <div className={classes.buttons}>
        {isChecked && !isPoor ? (
          <>
            <PrimaryButton key="continue" onClick={onReady}>
              {t('responses__record__continue')}
            </PrimaryButton>
            <Button size="lg" variant="default" onClick={() => void start()}>
              {checkText}
            </Button>
          </>
        ) : (
          <>
            <PrimaryButton key="check" disabled={isListening} onClick={() => void start()}>
              {checkText}
            </PrimaryButton>
            <Button size="lg" variant="default" onClick={onReady}>
              {t(isPoor ? 'responses__check__go_anyway' : 'responses__check__skip')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

type DevicesProps = {
  microphone: MicrophoneInfo
  devices: readonly AudioInput[]
  isLocked: boolean
  onChoose: (id: string) => void
}

function Devices({ microphone, devices, isLocked, onChoose }: DevicesProps) {
  const { t } = useTranslation()
  const { deviceId, label, processedByBrowser, lowSampleRate, sampleRateHz } = microphone
  const known = devices.some((device) => device.deviceId === deviceId)
  const choices = known ? devices : [{ deviceId, label }, ...devices]
  return (
    <div className={classes.device}>
      <NativeSelect
        label={t('responses__record__device')}
        value={deviceId}
        disabled={isLocked}
        data={choices.map((device, i) => ({
          value: device.deviceId,
          label: device.label || t('responses__record__device_unnamed', { number: i + 1 }),
        }))}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      <div className={classes.badges}>
        {processedByBrowser && (
          <Badge color="yellow" variant="light" className={classes.warning}>
            {t('responses__record__processed')}
          </Badge>
        )}
        {lowSampleRate && (
          <Badge color="yellow" variant="light" className={classes.warning}>
            {t('responses__record__low_sample_rate', {
              rate: Math.min(sampleRateHz, microphone.settings.sample_rate || sampleRateHz) / 1000,
            })}
          </Badge>
        )}
      </div>
    </div>
  )
}
