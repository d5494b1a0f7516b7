import { useDeferredValue } from 'react'

/**
 * Whether an answer is there, one render after it arrives. React draws an answer of the query cache in one piece, which
 * blocks a slow machine. It draws what waits for this hook as a transition: in short pieces, between which the page reacts.
 */
export function useReady(isThere: boolean): boolean {
  const wasThere = useDeferredValue(isThere)
  return isThere && wasThere
}
