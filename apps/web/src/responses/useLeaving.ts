import { useCallback, useEffect } from 'react'
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router'

/** Holds back a move to another page, and warns before the tab is closed, as long as there is something to lose. */
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
