import { startTransition, useEffect, useState } from 'react'

/**
 * The value of an earlier render until the browser has painted the present one. For parts that take long to draw and may
 * follow a moment later; of values that change faster than that, they see the last.
 */
export function useAfterPaint<T extends object>(value: T): T {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}
