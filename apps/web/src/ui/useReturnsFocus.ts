import { useEffect, useState } from 'react'

/**
 * Gives the focus back, when the dialog leaves the page, to what opened it. The library does so only for a dialog that
 * stays in the page while it is closed. Does nothing when something else took the focus meanwhile.
 */
export function useReturnsFocus(returnsFocus: boolean) {
  const [opener] = useState(findOpener)
  useEffect(() => {
    if (!returnsFocus) return
    return () => {
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body
      if (!hasFocus) opener?.focus({ preventScroll: true })
    }
  }, [opener, returnsFocus])
}

/** What has the focus; for an entry of a menu, which closes, the button of the menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : focused
  return opener instanceof HTMLElement ? opener : null
}
