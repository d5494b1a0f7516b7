import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const overscan = 1
const step = 2

export type RowWindow = { start: number; end: number; rowHeight: number }

/**
 * The rows of a long table to render: those on the screen and a few around them. All rows must have equal height; it is
 * measured on the first rendered one.
 */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  isLong: boolean,
): RowWindow {
  const [{ start, end, rowHeight }, setWindow] = useState<RowWindow>({ start: 0, end: 14, rowHeight: 57 })

  useEffect(() => {
    if (!isLong) return
    const update = () =>
      setWindow((before) => {
        const row = body.current?.querySelector('tr:not([aria-hidden])')
        const rowHeight = row?.getBoundingClientRect().height || before.rowHeight
        const top = body.current?.getBoundingClientRect().top ?? 0
        const after = windowAt(-top, window.innerHeight, rowHeight)
        const isSame = after.start === before.start && after.end === before.end && rowHeight === before.rowHeight
        return isSame ? before : after
      })
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update, { passive: true })
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [body, isLong])

  // If the number of rows shrinks, the window must move up.
  const lastStart = Math.max(0, count - (end - start))
  useLayoutEffect(() => {
    if (start > lastStart)
      setWindow((before) => ({ ...before, start: lastStart, end: lastStart + before.end - before.start }))
  }, [start, lastStart])

  return { start: Math.min(start, lastStart), end: Math.min(end, count), rowHeight }
}

/** `scrolled`: how far the table's first row is above the top of the screen; negative when it is below. */
export function windowAt(scrolled: number, screenHeight: number, rowHeight: number): RowWindow {
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - overscan)
  const last = Math.max(1, Math.ceil((scrolled + screenHeight) / rowHeight) + overscan)
  return { start: first - (first % step), end: Math.ceil(last / step) * step, rowHeight }
}
