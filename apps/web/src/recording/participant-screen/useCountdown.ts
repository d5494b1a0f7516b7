import { useCallback, useEffect, useRef, useState } from 'react'

const seconds = 3

/** Three calm seconds before a recording, so that the participant starts at the sign and not before. */
export function useCountdown() {
  const [left, setLeft] = useState(0)
  const whenOver = useRef<() => void>(undefined)
  const begin = useCallback((run: () => void) => {
    whenOver.current = run
    setLeft(seconds)
  }, [])
  const cancel = useCallback(() => {
    whenOver.current = undefined
    setLeft(0)
  }, [])
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => {
      setLeft(left - 1)
      if (left > 1) return
      const run = whenOver.current
      whenOver.current = undefined
      run?.()
    }, 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, begin, cancel }
}
