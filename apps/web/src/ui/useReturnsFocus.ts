import { useEffect, useState } from 'react'

/**
 * When an open dialog leaves the page, gives the focus back to what opened it. The library does so only for a dialog that
 * stays in the page while it is closed. Does nothing when something else has taken the focus.
 */
export function useReturnsFocus(isOpen: boolean) {
  const [opener] = useState(() => (isOpen ? findOpener() : null))
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body
      if (!hasFocus) opener?.focus({ preventScroll: true })
    }
  }, [opener, isOpen])
}

/** What has the focus; for an entry of a menu, which closes, the button of the menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : focused
  return opener instanceof HTMLElement ? opener : null
}
