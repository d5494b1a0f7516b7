import { useDeferredValue } from 'react'

/**
 * Whether an answer is there, one render later than it arrives. An answer of the query cache is drawn in one piece, which
 * holds up a slow machine. What waits for this is drawn as a transition: in short pieces, between which the page answers.
 */
export function useReady(isThere: boolean): boolean {
  const wasThere = useDeferredValue(isThere)
  return isThere && wasThere
}
