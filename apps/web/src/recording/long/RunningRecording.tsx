import { Button, Kbd } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { clockTime } from '../../takes/clock-time.ts'
import modal from '../../takes/RecordModal.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { StopIcon } from '../../ui/icons.tsx'
import { useKey } from '../keys.ts'
import { LevelZones } from '../level/LevelZones.tsx'
import { PrimaryButton } from '../PrimaryButton.tsx'
import { hasAudio } from '../recorder/upload.ts'
import { useUploads } from '../uploads.tsx'
import classes from './SessionRecording.module.css'
import type { SessionRecordingFlow } from './useSessionRecording.ts'

/** While a whole session is recorded: the clock, the level, what comes next, and what waits to be sent. */
export function RunningRecording({ flow, lang }: { flow: SessionRecordingFlow; lang: string }) {
  const { t } = useTranslation()
  const { recorder, current, next, names, state } = flow
  const [isAsking, setAsking] = useState(false)
  const isStopping = state.status === 'stopping'
  const seconds = useSyncExternalStore(recorder.meter.subscribe, () =>
    Math.floor(recorder.meter.getSnapshot().elapsedSeconds),
  )
  useKey('next', next !== null && !isStopping, flow.markNext)
  useKey('name', !isStopping, flow.markName)
  useKey('back', !isStopping, () => setAsking(true))
  const title = (item: typeof next) => <bdi lang={lang}>{item?.title}</bdi>
  return (
    <section className={classes.running} aria-label={t('recordings__running__title')}>
      <div className={classes.line}>
        <span className={classes.state} role="status">
          <span className={classes.dot} />
          {t('recordings__running__title')}
        </span>
        <span className={classes.clock} role="timer" aria-label={t('responses__record__elapsed')}>
          {hours(seconds)}
        </span>
        <Waiting recordingId={flow.recordingId} />
      </div>
      <LevelZones meter={recorder.meter} />
      {state.status === 'recording' && state.noVolume && (
        <p role="alert" className={classes.warning}>
          {t('responses__record__no_volume_title')}
        </p>
      )}
      <p className={classes.now}>
        {current === null ? (
          t('recordings__running__before')
        ) : (
          <>
            {t('recordings__running__now')} {title(current)}
          </>
        )}
      </p>
      <div className={classes.buttons}>
        <PrimaryButton
          disabled={next === null || isStopping}
          isBehind={isAsking}
          rightSection={next !== null && <Kbd>→</Kbd>}
          onClick={flow.markNext}
        >
          {next === null ? (
            t('recordings__running__all_marked')
          ) : (
            <span>
              {t('recordings__running__begins')} {title(next)}
            </span>
          )}
        </PrimaryButton>
        <Button size="lg" variant="default" disabled={isStopping} rightSection={<Kbd>N</Kbd>} onClick={flow.markName}>
          {t('recordings__running__name')}
        </Button>
        <Button
          size="lg"
          variant="default"
          color="red"
          disabled={isStopping}
          leftSection={<StopIcon />}
          rightSection={<Kbd>Esc</Kbd>}
          onClick={() => setAsking(true)}
        >
          {t('recordings__running__stop')}
        </Button>
      </div>
      <p className={classes.hint} role="status">
        {names > 0 && t('recordings__running__names', { count: names })}
      </p>
      <Dialog opened={isAsking} title={t('recordings__stop__title')} onClose={() => setAsking(false)}>
        <p className={modal.text}>{t('recordings__stop__text', { time: clockTime(seconds, currentLanguage()) })}</p>
        <DialogButtons
          cancel={{ text: t('recordings__stop__go_on'), onClick: () => setAsking(false), isFocused: true }}
        >
          <Button
            color="red"
            onClick={(event) => {
              setAsking(false)
              flow.stop(event)
            }}
          >
            {t('recordings__running__stop')}
          </Button>
        </DialogButtons>
      </Dialog>
    </section>
  )
}

/** How much of it only this device has. */
function Waiting({ recordingId }: { recordingId: string | null }) {
  const { t } = useTranslation()
  const { uploads, failing } = useUploads()
  const seconds = uploads.reduce(
    (sum, upload) =>
      upload.kind === 'recording' && upload.recordingId === recordingId && hasAudio(upload)
        ? sum + upload.bytes / 2 / upload.sampleRateHz
        : sum,
    0,
  )
  return (
    <span className={failing ? classes.warning : classes.hint} role="status">
      {failing ? t('recordings__running__waiting', { time: hours(seconds) }) : t('recordings__running__sent')}
    </span>
  )
}

/** `1:02:07`, or `2:07` in the first hour. */
export function hours(seconds: number): string {
  const [whole, minutes] = [Math.floor(seconds), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const hour = Math.floor(whole / 3600)
  return hour === 0 ? `${minutes}:${two(whole % 60)}` : `${hour}:${two(minutes)}:${two(whole % 60)}`
}
