import type { Readable } from './types.ts'

/** A value with listeners, as `useSyncExternalStore` wants it. */
export function createReadable<T>(initial: T): Readable<T> & { set: (value: T) => void } {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    getSnapshot: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
