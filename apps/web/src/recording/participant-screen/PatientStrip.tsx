import { ActionIcon } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  CloseIcon,
  KeyboardIcon,
  LoopIcon,
  MicrophoneIcon,
  PlayIcon,
  StopIcon,
} from '../../ui/icons.tsx'
import { type Does, type KeyAction, pressKey, useActiveKeys } from '../keys.ts'
import { isolate } from './isolate.ts'
import type { ScreenState } from './messages.ts'
import classes from './PatientStrip.module.css'
import { ProgressLine, Sign } from './Stage.tsx'
import { useWords } from './useWords.ts'

/**
 * The strip below the stimulus in patient mode. While it is there, nothing else of the page can be seen. Its buttons do
 * what the keys do, for tablets.
 */
export function PatientStrip({ state, time }: { state: ScreenState; time: ReactNode }) {
  const words = useWords(state.stimulus.lang)
  const strip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // The item's section fills the window; what is around it is hidden.
    const section = strip.current?.closest('section')
    return section == null ? undefined : isolate(section)
  }, [])
  const isRecording = state.phase === 'recording'
  return (
    <>
      {state.phase === 'end' && (
        <p className={classes.thanks} data-in-patient-mode lang={words.lang}>
          {words.t('participant_screen__thanks')}
        </p>
      )}
      <footer ref={strip} className={classes.strip} data-in-patient-mode>
        <Sign phase={state.phase} secondsLeft={state.secondsLeft} lang={state.stimulus.lang} />
        <ProgressLine value={state.progress} />
        {time}
        <div className={classes.buttons}>
          <KeyButton action="toggle" usually={isRecording ? 'stop' : 'record'} />
          <KeyButton action="again" usually="again" />
          <KeyButton action="next" usually="next" />
          <KeyButton action="help" usually="help" />
          <KeyButton action="back" usually="leave" />
        </div>
      </footer>
    </>
  )
}

const names = {
  record: { text: 'responses__record__record', icon: <MicrophoneIcon /> },
  stop: { text: 'responses__record__stop', icon: <StopIcon /> },
  cancel: { text: 'participant_screen__cancel_countdown', icon: <CloseIcon /> },
  play_audio: { text: 'responses__stimulus__play_audio', icon: <PlayIcon /> },
  play_video: { text: 'responses__stimulus__play_video', icon: <PlayIcon /> },
  again: { text: 'responses__record__again', icon: <LoopIcon /> },
  next: { text: 'responses__record__next', icon: <ChevronRightIcon /> },
  finish: { text: 'responses__record__finish', icon: <ChevronRightIcon /> },
  help: { text: 'participant_screen__keys', icon: <KeyboardIcon /> },
  leave: { text: 'participant_screen__leave', icon: <ChevronLeftIcon /> },
} as const satisfies Record<Does | 'again' | 'help' | 'leave', { text: string; icon: ReactNode }>

/** `usually`: its name while it is off, or when its action has only one meaning. */
function KeyButton({ action, usually }: { action: KeyAction; usually: keyof typeof names }) {
  const { t } = useTranslation()
  const active = useActiveKeys()
  const { text, icon } = names[active.get(action) ?? usually]
  return (
    <ActionIcon
      variant="subtle"
      color="dark"
      size={44}
      aria-label={t(text)}
      title={t(text)}
      disabled={!active.has(action)}
      onClick={(event) => {
        if (event.detail <= 1) pressKey(action, event)
      }}
      onKeyDown={(event) => {
        // A held key would press again and again.
        if (event.repeat) event.preventDefault()
      }}
    >
      {icon}
    </ActionIcon>
  )
}
