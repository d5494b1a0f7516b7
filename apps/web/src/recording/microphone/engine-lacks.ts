export const engineParts = ['second_read', 'wake_lock', 'persistent_storage'] as const
export type EnginePart = (typeof engineParts)[number]

/** What this browser does not offer to a recording. It records all the same; the examiner should know. */
export function engineLacks(
  engine: { MediaStreamTrackProcessor?: unknown; navigator: object } = globalThis,
): EnginePart[] {
  // The DOM library declares members that not every browser has.
  const { wakeLock, storage } = engine.navigator as { wakeLock?: WakeLock; storage?: Partial<StorageManager> }
  const has: Record<EnginePart, boolean> = {
    second_read: engine.MediaStreamTrackProcessor !== undefined,
    wake_lock: wakeLock !== undefined,
    persistent_storage: storage?.persist !== undefined,
  }
  return engineParts.filter((part) => !has[part])
}
