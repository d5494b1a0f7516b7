import type { Kept } from '../outbox/space.ts'

export const engineParts = ['second_read', 'wake_lock', 'persistent_storage', 'kept_storage'] as const
export type EnginePart = (typeof engineParts)[number]

/**
 * What this browser does not offer to a recording. It records all the same; the examiner should know.
 *
 * @param kept what it answered when it was asked to keep what waits
 */
export function engineLacks(
  kept: Kept,
  engine: { MediaStreamTrackProcessor?: unknown; navigator: object } = globalThis,
): EnginePart[] {
  // The DOM library declares members that not every browser has.
  const { wakeLock, storage } = engine.navigator as { wakeLock?: WakeLock; storage?: Partial<StorageManager> }
  const has: Record<EnginePart, boolean> = {
    second_read: engine.MediaStreamTrackProcessor !== undefined,
    wake_lock: wakeLock !== undefined,
    persistent_storage: storage?.persist !== undefined,
    kept_storage: kept !== 'refused',
  }
  return engineParts.filter((part) => !has[part])
}
