import type { ReactNode } from 'react'
import classes from './Workbench.module.css'

export const KeyGroup = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset className={classes.group} aria-label={name}>
    {children}
  </fieldset>
)

type KeyProps = {
  keys: string
  text: string
  /** Absent: the button has no state. */
  isOn?: boolean
  isOff?: boolean
  speaker?: string
  onClick: () => void
}

/** What a key does, as a button that shows the key. */
export const KeyButton = ({ keys, text, isOn, isOff = false, speaker, onClick }: KeyProps) => (
  <button
    type="button"
    className={classes.key}
    disabled={isOff}
    aria-pressed={isOn}
    data-speaker={speaker}
    // The words keep the focus, and with it the keys.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <span aria-hidden="true">
      <kbd>{keys}</kbd>
    </span>
    {text}
  </button>
)
