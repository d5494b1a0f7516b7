/**
 * Moves the focus to the row that takes the place of a removed one, or to the row before if the last one was removed.
 * Call it with the button that removes its row; the other rows' buttons need `data-row-action` too.
 */
export function keepFocusInRows(button: HTMLElement): void {
  const row = button.closest('tr, li')
  const list = row?.parentElement
  if (!row || !list) return
  const index = [...list.children].indexOf(row)
  const observer = new MutationObserver(() => {
    if (row.isConnected) return
    observer.disconnect()
    // If the user has moved the focus meanwhile, leave it.
    if (document.activeElement !== document.body) return
    const rows = [...list.children]
    rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('[data-row-action]')?.focus()
  })
  observer.observe(list, { childList: true })
}
