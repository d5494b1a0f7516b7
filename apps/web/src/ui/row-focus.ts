/**
 * The keyboard goes on in the row that takes the place of one that left; where the last one left, in the one before.
 * Call it with the button that removes its row; the other rows' buttons bear `data-row-action` too.
 */
export function keepFocusInRows(button: HTMLElement): void {
  const row = button.closest('tr, li')
  const list = row?.parentElement
  if (!row || !list) return
  const index = [...list.children].indexOf(row)
  const observer = new MutationObserver(() => {
    if (row.isConnected) return
    observer.disconnect()
    // Whoever has moved on meanwhile stays there.
    if (document.activeElement !== document.body) return
    const rows = [...list.children]
    rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>('[data-row-action]')?.focus()
  })
  observer.observe(list, { childList: true })
}
