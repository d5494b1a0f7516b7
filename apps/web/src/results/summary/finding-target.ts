import type { Finding } from '@fonema/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { momentSearch } from '../session/moment.ts'

/** The query of the address that opens the row of a finding: its item, its moment, and its measure or index. */
export function findingSearch(finding: Finding, order: number | null): string {
  const { moment } = finding
  const query = new URLSearchParams(
    order === null
      ? {}
      : moment === null
        ? { item: String(order) }
        : momentSearch({ item: order, from: moment.start, to: moment.end }),
  )
  if (finding.kind === 'index') query.set('index', finding.index)
  else query.set('measure', finding.measure.name)
  return `?${query}`
}

const kinds = ['index', 'measure', 'recording'] as const

/**
 * Scrolls to the row that the address names, and moves the focus there, as soon as it is drawn. Another click on the same
 * link does so again. A row bears `data-measure` or `data-index`; an item's part bears `data-recording`.
 */
export function useFindingTarget(): void {
  const { search, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is new with each click.
  useEffect(() => {
    const query = new URLSearchParams(search)
    const kind = kinds.find((one) => query.has(one))
    if (kind === undefined) return
    const name = query.get(kind)!
    const show = () => {
      const mark = document.querySelector<HTMLElement>(`[data-${kind}="${CSS.escape(name)}"]`)
      if (mark === null) return false
      for (let fold = mark.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
        fold.open = true
      if (getComputedStyle(mark).visibility === 'hidden') return false
      mark.scrollIntoView({ block: kind === 'recording' ? 'start' : 'center' })
      mark.focus({ preventScroll: true })
      return true
    }
    if (show()) return
    // The rows wait for the list of shown measures.
    const observer = new MutationObserver(() => {
      if (show()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [search, key])
}
