import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import classes from '../ui/editor.module.css'
import { useTranslation } from '../ui/i18n.ts'
import { MicrophoneIcon, StopIcon } from '../ui/icons.tsx'

type Trial = { state: 'idle' | 'blocked' | 'recording' } | { state: 'recorded'; address: string }

/** A recording to try the item with. It stays in this tab and ends with it: nothing is sent or stored. */
export function TrialRecording({ maxSeconds }: { maxSeconds: number | null }) {
  const { t } = useTranslation()
  const [trial, setTrial] = useState<Trial>({ state: 'idle' })
  const recorder = useRef<MediaRecorder | null>(null)
  const address = useRef<string | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (recorder.current?.state === 'recording') recorder.current.stop()
      if (address.current !== null) URL.revokeObjectURL(address.current)
    }
  }, [])

  async function start() {
    const stream = await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => null)
    if (stream == null) return setTrial({ state: 'blocked' })
    const release = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    if (isGone.current) return release()
    const chunks: Blob[] = []
    const running = new MediaRecorder(stream)
    recorder.current = running
    const timer = maxSeconds === null ? undefined : setTimeout(() => running.stop(), 1000 * maxSeconds)
    running.ondataavailable = ({ data }) => chunks.push(data)
    running.onstop = () => {
      clearTimeout(timer)
      release()
      if (isGone.current) return
      if (address.current !== null) URL.revokeObjectURL(address.current)
      address.current = URL.createObjectURL(new Blob(chunks, { type: running.mimeType }))
      setTrial({ state: 'recorded', address: address.current })
    }
    running.start()
    setTrial({ state: 'recording' })
  }
  return (
    <div className={classes.trial}>
      {trial.state === 'recording' ? (
        <Button leftSection={<StopIcon />} color="red" onClick={() => recorder.current?.stop()}>
          {t('studio__trial__stop')}
        </Button>
      ) : (
        <Button variant="default" leftSection={<MicrophoneIcon />} onClick={() => void start()}>
          {t('studio__trial__start')}
        </Button>
      )}
      {trial.state === 'recorded' && (
        // biome-ignore lint/a11y/useMediaCaption: the manager's own voice, a moment ago.
        <audio className={classes.player} src={trial.address} controls aria-label={t('studio__trial__listen')} />
      )}
      {trial.state === 'blocked' && (
        <p role="alert" className={classes.error}>
          {t('studio__trial__blocked')}
        </p>
      )}
      <span className={classes.hint}>{t('studio__trial__hint')}</span>
    </div>
  )
}
