const doubleClickMs = 500

type Click = Pick<MouseEvent, 'detail' | 'timeStamp'>

/**
 * Recognises the second click of a double click on an action that removes its row: by then another row lies under the
 * pointer and must not be removed too.
 */
export function createClickFilter() {
  let last = { row: '', at: Number.NEGATIVE_INFINITY }
  return {
    isSecond({ detail, timeStamp }: Click, row: string): boolean {
      const isSecond = detail > 1 || (detail === 1 && row !== last.row && timeStamp - last.at < doubleClickMs)
      if (detail > 0) last = { row: isSecond ? last.row : row, at: timeStamp }
      return isSecond
    },
  }
}

/** One for the whole page: there is only one pointer. */
export const rowClicks = createClickFilter()
