/**
 * Keeps the field with the focus in sight when the keyboard of the screen opens or the device is turned. Browsers scroll
 * to a field before the keyboard covers it, or not at all in a dialog that scrolls by itself. @returns a function that stops
 */
export function keepFieldInView(): () => void {
  const viewport = window.visualViewport
  if (viewport === null) return () => {}
  const show = () => {
    const field = document.activeElement
    if (!(field instanceof HTMLElement) || !field.matches('input, textarea, select, [contenteditable]')) return
    const { top, bottom } = field.getBoundingClientRect()
    const isSeen = top >= viewport.offsetTop && bottom <= viewport.offsetTop + viewport.height
    if (!isSeen) field.scrollIntoView({ block: 'center' })
  }
  viewport.addEventListener('resize', show)
  return () => viewport.removeEventListener('resize', show)
}
