import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import type { Field, Leaving } from './useWork.ts'
import classes from './Workbench.module.css'

type WordFieldProps = { field: Field; onLeave: (text: string | null, leaving: Leaving) => void }

/** The field over the current word, or after it for a new one. Leaving it keeps what was typed; Escape does not. */
export function WordField({ field, onLeave }: WordFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  const [text, setText] = useState(field.text)

  // Before the browser enters the letter whose key opened the field.
  useLayoutEffect(() => input.current?.focus(), [])

  function leave(typed: string | null, leaving: Leaving) {
    if (isLeft.current) return
    isLeft.current = true
    onLeave(typed, leaving)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, metaKey, shiftKey, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing) return
    const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
    const by =
      key === 'Enter'
        ? ctrlKey || metaKey
          ? 'save'
          : 'confirm'
        : key === 'Tab' && !shiftKey
          ? 'uncertain'
          : key === 'Escape' || (key === 'Tab' && shiftKey)
            ? 'back'
            : key === 'Backspace' && isAtStart && text !== '' && field.kind === 'replace'
              ? 'join'
              : null
    if (by === null) return
    event.preventDefault()
    event.stopPropagation()
    leave(key === 'Escape' ? null : text, { by })
  }

  return (
    <input
      ref={input}
      className={classes.field}
      // In steps, so that few letters move the words after it.
      style={{ width: `${8 * Math.ceil((text.length + 2) / 8)}ch` }}
      aria-label={t(field.kind === 'insert' ? 'workbench__field_new' : 'workbench__field')}
      value={text}
      maxLength={1000}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => setText(value)}
      onKeyDown={onKeyDown}
      onBlur={() => leave(text, {})}
    />
  )
}
