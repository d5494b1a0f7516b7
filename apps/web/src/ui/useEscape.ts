import { useEffect, useRef } from 'react'

/** The dialogs that are open, the uppermost last. */
const open: object[] = []

/**
 * Escape answers the uppermost dialog alone. A dialog that the very key press has opened is not closed by it: its
 * listener comes too late for that press.
 */
export function useEscape(isOpen: boolean, onEscape: (() => void) | undefined) {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    if (!isOpen) return
    const own = {}
    open.push(own)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== own) return
      // A list that is open below a field closes first; it marks the field.
      const { target } = event
      const isTaken = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
      if (!isTaken) latest.current?.()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      open.splice(open.indexOf(own), 1)
    }
  }, [isOpen])
}
