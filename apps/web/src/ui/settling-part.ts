const waiting = new Map<Element, number>()

/**
 * For the `ref` of a part whose height is not known yet. Marks it and the elements around it, up to the main content,
 * with `data-waits`: what follows them is not visible until the part is gone (`AppFrame.module.css`). A selector with
 * `:has()` would do the same, but every change of a page would have the browser look for such parts everywhere.
 */
export function settlingPart(part: Element | null): (() => void) | undefined {
  const marked = part?.closest('main') ? [...chain(part)] : []
  for (const element of marked) {
    waiting.set(element, (waiting.get(element) ?? 0) + 1)
    element.setAttribute('data-waits', '')
  }
  return () => {
    for (const element of marked.splice(0)) {
      const left = waiting.get(element)! - 1
      if (left > 0) waiting.set(element, left)
      else {
        waiting.delete(element)
        element.removeAttribute('data-waits')
      }
    }
  }
}

function* chain(part: Element) {
  for (let at: Element | null = part; at !== null; at = at.parentElement) {
    yield at
    if (at.localName === 'main') return
  }
}
