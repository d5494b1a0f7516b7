import { ActionIcon, Alert, Button } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { FitIcon, KeyboardIcon } from '../../ui/icons.tsx'
import classes from './ScreenTools.module.css'
import type { ParticipantScreen } from './useParticipantScreen.ts'

/** The ways in which the participant can see the stimulus. */
export function ScreenTools({ screen }: { screen: ParticipantScreen }) {
  const { t } = useTranslation()
  const { setPatientMode, setHelpOpen, link, status } = screen
  const isOpen = status === 'open' || status === 'opening'
  return (
    <div className={classes.tools}>
      <Button
        className={classes.mode}
        variant="default"
        size="sm"
        aria-keyshortcuts="F"
        onClick={() => setPatientMode(true)}
      >
        <FitIcon />
        <span className={classes.name}>{t('participant_screen__mode')}</span>
        <kbd className={classes.key}>F</kbd>
      </Button>
      {link !== null && (
        <Button
          className={classes.second}
          variant="default"
          size="sm"
          onClick={() => (isOpen ? link.close() : void link.open())}
        >
          {t(isOpen ? 'participant_screen__close' : 'participant_screen__open')}
        </Button>
      )}
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('participant_screen__keys')}
        title={t('participant_screen__keys')}
        onClick={() => setHelpOpen(true)}
      >
        <KeyboardIcon />
      </ActionIcon>
    </div>
  )
}

/** Before a recording: the participant's screen is not there. Never shown during one. */
export function ScreenNotice({ screen }: { screen: ParticipantScreen }) {
  const { t } = useTranslation()
  const { link, status, isHeldUp } = screen
  if (link === null || !isHeldUp) return null
  const without = (
    <Button variant="default" onClick={() => link.close()}>
      {t('participant_screen__without')}
    </Button>
  )
  // A window that never answers, for example without a network, must not hold up the session.
  if (status === 'opening')
    return (
      <div className={classes.opening}>
        <p role="status">{t('participant_screen__opening')}</p>
        {without}
      </div>
    )
  return (
    <Alert
      className={classes.notice}
      color="yellow"
      role="alert"
      title={t(status === 'blocked' ? 'participant_screen__blocked' : 'participant_screen__lost')}
    >
      <div className={classes.answers}>
        <Button onClick={() => void link.open()}>{t('participant_screen__open_again')}</Button>
        {without}
      </div>
    </Alert>
  )
}
