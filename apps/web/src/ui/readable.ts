/** For `useSyncExternalStore(store.subscribe, store.getSnapshot)`. */
export type Readable<T> = { subscribe: (listener: () => void) => () => void; getSnapshot: () => T }

/** A value with listeners, for `useSyncExternalStore`. */
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
