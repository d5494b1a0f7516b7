import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'
import type { Phase, ScreenState } from './messages.ts'
import classes from './Stage.module.css'
import { useFittedText } from './useFittedText.ts'
import { useWords } from './useWords.ts'

type StageProps = {
  state: ScreenState
  aside?: ReactNode
  /** Part of another page, which has its own heading. */
  isPart?: boolean
}

/** What the participant sees: the stimulus as large as it fits, and below it a sign of what happens. */
export function Stage({ state, aside, isPart = false }: StageProps) {
  const { t } = useTranslation()
  const { stimulus, phase, secondsLeft, progress, view } = state
  const { trigger, image, video, lang } = stimulus
  const words = useWords(lang)
  const isVisual = image !== null || video !== null
  // While the participant speaks about a picture, only the picture is there.
  const hasText = trigger !== '' && !(isVisual && phase === 'recording')
  const [Frame, Foot] = isPart ? (['div', 'div'] as const) : (['main', 'footer'] as const)
  return (
    <Frame className={classes.stage} data-contrast={view.contrast} data-phase={phase} data-part={isPart || undefined}>
      {!isPart && <VisuallyHidden component="h1">{t('participant_screen__title')}</VisuallyHidden>}
      {phase === 'end' ? (
        <p className={classes.thanks} lang={words.lang}>
          {words.t('participant_screen__thanks')}
        </p>
      ) : (
        <div className={classes.stimulus} data-visual={isVisual || undefined}>
          {hasText && (
            <Fitted size={view.size} isAlone={!isVisual}>
              <SafeHtml html={trigger} lang={lang} className={classes.trigger} />
            </Fitted>
          )}
          {image !== null && <img className={classes.picture} src={image} alt="" />}
          {video !== null && <Video src={video} isPlaying={state.isVideoPlaying} />}
        </div>
      )}
      <Foot className={classes.strip}>
        <Sign phase={phase} secondsLeft={secondsLeft} lang={lang} />
        <ProgressLine value={progress} />
        {aside}
      </Foot>
    </Frame>
  )
}

type SignProps = {
  phase: Phase
  secondsLeft: number
  /** The participant's, which the examiner may not have chosen for the interface. */
  lang: string
}

/** Dots that go out one by one, then the sign to speak. No digits: nothing to race against. */
export function Sign({ phase, secondsLeft, lang }: SignProps) {
  const words = useWords(lang)
  return (
    <div className={classes.sign} role="status" lang={words.lang}>
      {phase === 'countdown' && (
        <>
          <span className={classes.dots} aria-hidden="true">
            {[1, 2, 3].map((dot) => (
              <span key={dot} className={classes.dot} data-on={dot <= secondsLeft || undefined} />
            ))}
          </span>
          {words.t('participant_screen__get_ready')}
        </>
      )}
      {phase === 'recording' && (
        <>
          <span className={classes.recording} aria-hidden="true" />
          {words.t('participant_screen__recording')}
        </>
      )}
    </div>
  )
}

/** A line without figures. */
export function ProgressLine({ value }: { value: number }) {
  const { t } = useTranslation()
  return <progress className={classes.progress} value={value} max={1} aria-label={t('responses__record__progress')} />
}

/** The examiner's player gives the sound, so that it comes from one place. */
function Video({ src, isPlaying }: { src: string; isPlaying: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    // The browser rejects play() when pause() follows at once. That is not a failure.
    if (isPlaying) void video.current?.play().catch(() => {})
    else video.current?.pause()
  }, [isPlaying])
  return <video ref={video} className={classes.picture} src={src} muted playsInline preload="auto" />
}

/** A text that, at 400 % zoom, does not fit even with the smallest letters can be scrolled. */
function Fitted({ size, isAlone, children }: { size: number; isAlone: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useFittedText(frame, { isOn: true, size })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is larger than its place is scrolled by key.
    <div ref={frame} className={classes.text} data-alone={isAlone || undefined} tabIndex={0} dir="auto">
      {children}
    </div>
  )
}
