import { useEffect, useState } from 'react'

/** Milliseconds in which a press was meant for what was there before. */
export const settleMs = 700

/** False for a moment after mounting: a second click must not hit the button that replaces the one it was meant for. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSettled, settleMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
