import { useCallback, useEffect } from 'react'
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router'

/**
 * Asks before a move to another page as long as something is unfinished or unsent, and before the tab is closed while
 * a recording runs: what only waits to be sent is safe on the device.
 */
export function useLeaving(isDirty: () => boolean, isRecording: () => boolean): Blocker {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isRecording()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRecording])
  const blocks: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
    [isDirty],
  )
  return useBlocker(blocks)
}
