import { useEffect, useEffectEvent } from 'react'

/** The open dialogs, the topmost last. */
const open: object[] = []

/**
 * Escape closes only the topmost dialog. A key press that opens a dialog does not also close it: the listener is added
 * too late for that press.
 */
export function useEscape(isOpen: boolean, onEscape: (() => void) | undefined) {
  const close = useEffectEvent(() => onEscape?.())
  useEffect(() => {
    if (!isOpen) return
    const own = {}
    open.push(own)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== own) return
      // An open list below a field closes first; the field is marked while its list is open.
      const { target } = event
      const isTaken = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
      if (!isTaken) close()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      open.splice(open.indexOf(own), 1)
    }
  }, [isOpen])
}
