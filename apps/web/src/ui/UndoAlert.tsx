import { UnstyledButton } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { hideAlert, showSuccess } from './alerts.ts'
import classes from './UndoAlert.module.css'

/** Long enough to notice. Extended while the pointer or the focus is in the alert. */
const undoAutoCloseMs = 20_000

/** The visible alerts, the newest last. */
const shown: object[] = []

type Undo = { message: string; undoText: string; onUndo: () => void }

/** Reports what was done and offers to undo it: by a button, and by Ctrl+Z anywhere on the page. */
export function showUndo({ onUndo, ...texts }: Undo): void {
  const id = showSuccess(
    <UndoAlert
      {...texts}
      onUndo={() => {
        hideAlert(id)
        onUndo()
      }}
    />,
    undoAutoCloseMs,
  )
}

function UndoAlert({ message, undoText, onUndo }: Undo) {
  const undo = useEffectEvent(onUndo)
  useEffect(() => {
    const own = {}
    shown.push(own)
    const onKey = (event: KeyboardEvent) => {
      if (isUndoKey(event) && !isTyping(event.target) && shown.at(-1) === own) {
        event.preventDefault()
        undo()
      }
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      shown.splice(shown.indexOf(own), 1)
    }
  }, [])
  return (
    <span className={classes.alert}>
      {message}
      <UnstyledButton className={classes.undo} aria-keyshortcuts="Control+Z" title="Ctrl+Z" onClick={onUndo}>
        {undoText}
      </UnstyledButton>
    </span>
  )
}

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat

/** In text fields, the keys undo the typing instead. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
