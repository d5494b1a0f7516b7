const windowSize = 3
const jump = 3

export type Paging = {
  page: number
  pages: number
  /** The three pages that can be selected directly. */
  window: number[]
  /** The targets of the ellipses before and after the window; null when nothing is omitted. */
  before: number | null
  after: number | null
}

/** Pages count from 1. A page that does not exist becomes the nearest one that does. */
export function pagingOf(wanted: number, count: number, pageSize: number): Paging {
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const page = clamp(Math.trunc(wanted) || 1, 1, pages)
  const start = clamp(page - 1, 1, Math.max(1, pages - windowSize + 1))
  const window = Array.from({ length: Math.min(windowSize, pages) }, (_, i) => start + i)
  return {
    page,
    pages,
    window,
    before: start > 1 ? Math.max(1, page - jump) : null,
    after: window.at(-1)! < pages ? Math.min(pages, page + jump) : null,
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
