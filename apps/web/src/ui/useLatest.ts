import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The newest value, for stable callbacks that run after the render. An effect needs `useEffectEvent` instead; its
 * functions must not be called by other code.
 */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
