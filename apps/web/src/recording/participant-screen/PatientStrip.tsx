import { ActionIcon } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronLeftIcon, ChevronRightIcon, KeyboardIcon, LoopIcon, MicrophoneIcon, StopIcon } from '../../ui/icons.tsx'
import { type KeyAction, pressKey, useActiveKeys } from '../keys.ts'
import { isolate } from './isolate.ts'
import type { ScreenState } from './messages.ts'
import classes from './PatientStrip.module.css'
import { ProgressLine, Sign } from './Stage.tsx'
import { useWords } from './useWords.ts'

/**
 * The strip below the stimulus in patient mode. While it is there, nothing else of the page can be seen. Its buttons do
 * what the keys do, for tablets.
 */
export function PatientStrip({ state }: { state: ScreenState }) {
  const { t } = useTranslation()
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
        <div className={classes.buttons}>
          <KeyButton
            action="toggle"
            text={t(isRecording ? 'responses__record__stop' : 'responses__record__record')}
            icon={isRecording ? <StopIcon /> : <MicrophoneIcon />}
          />
          <KeyButton action="again" text={t('responses__record__again')} icon={<LoopIcon />} />
          <KeyButton action="next" text={t('responses__record__next')} icon={<ChevronRightIcon />} />
          <KeyButton action="help" text={t('participant_screen__keys')} icon={<KeyboardIcon />} />
          <KeyButton action="back" text={t('participant_screen__leave')} icon={<ChevronLeftIcon />} />
        </div>
      </footer>
    </>
  )
}

function KeyButton({ action, text, icon }: { action: KeyAction; text: string; icon: ReactNode }) {
  const isActive = useActiveKeys().has(action)
  return (
    <ActionIcon
      variant="subtle"
      color="dark"
      size={44}
      aria-label={text}
      title={text}
      disabled={!isActive}
      onClick={(event) => {
        if (event.detail <= 1) pressKey(action, event)
      }}
    >
      {icon}
    </ActionIcon>
  )
}
