import { useCallback, useEffect } from 'react'
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router'

/** Asks before a move to another page, and before the tab is closed, as long as something is unfinished or unsent. */
export function useLeaving(isDirty: () => boolean): Blocker {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  const blocks: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
    [isDirty],
  )
  return useBlocker(blocks)
}
