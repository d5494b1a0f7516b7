import { Badge, Button, Loader, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/Card.tsx'
import { MicrophoneIcon } from '../ui/icons.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { MicrophoneProblem } from './MicrophoneProblem.tsx'
import classes from './MicrophoneStep.module.css'
import { PrimaryButton } from './PrimaryButton.tsx'
import type { AudioInput } from './recorder/microphone.ts'
import type { MicrophoneInfo, Recorder } from './recorder/types.ts'
import { useMicrophone } from './useMicrophone.ts'

type MicrophoneStepProps = { recorder: Recorder; onReady: () => void; onOtherProtocol: (() => void) | undefined }

/** Permission, device and level, before anything is recorded. */
export function MicrophoneStep({ recorder, onReady, onOtherProtocol }: MicrophoneStepProps) {
  const { t } = useTranslation()
  const { snapshot, devices, open } = useMicrophone(recorder)
  const isReady = snapshot.status === 'ready'
  return (
    <Card title={t('responses__record__microphone')}>
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
        {isReady && (
          <>
            <Devices microphone={snapshot.microphone} devices={devices} onChoose={(id) => void open(id)} />
            <LevelMeter meter={recorder.meter} />
            {snapshot.noVolume ? (
              <MicrophoneProblem problem="no_volume" onRetry={() => void open(snapshot.microphone.deviceId)} />
            ) : (
              <p className={classes.text}>{t('responses__record__microphone_speak')}</p>
            )}
          </>
        )}
        <div className={classes.buttons}>
          {snapshot.status === 'idle' ? (
            <PrimaryButton leftSection={<MicrophoneIcon />} onClick={() => void open()}>
              {t('responses__record__microphone_allow')}
            </PrimaryButton>
          ) : (
            <PrimaryButton key="continue" disabled={!isReady} onClick={onReady}>
              {t('responses__record__continue')}
            </PrimaryButton>
          )}
          {onOtherProtocol !== undefined && (
            <Button variant="subtle" onClick={onOtherProtocol}>
              {t('responses__record__other_protocol')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

type DevicesProps = { microphone: MicrophoneInfo; devices: readonly AudioInput[]; onChoose: (id: string) => void }

function Devices({ microphone, devices, onChoose }: DevicesProps) {
  const { t } = useTranslation()
  const { deviceId, label, processedByBrowser, lowSampleRate, sampleRateHz } = microphone
  const known = devices.some((device) => device.deviceId === deviceId)
  const choices = known ? devices : [{ deviceId, label }, ...devices]
  return (
    <div className={classes.device}>
      <NativeSelect
        label={t('responses__record__device')}
        value={deviceId}
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
              rate: Math.min(sampleRateHz, microphone.settings.sample_rate ?? sampleRateHz) / 1000,
            })}
          </Badge>
        )}
      </div>
    </div>
  )
}
