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
    // Rows between may have no such button.
    const buttons = [...list.children].map((other) => other.querySelector<HTMLElement>('[data-row-action]'))
    const after = buttons.slice(index).find((button) => button !== null)
    const target = after ?? buttons.slice(0, index).findLast((button) => button !== null)
    target?.focus()
  })
  observer.observe(list, { childList: true })
}
