/** Beside the recording: facts, and what the browser's own bookkeeping takes. */
const reserveBytes = 20_000_000
const bytesPerSecond = 2 * 48_000
/** How long an item without a limit may become. */
const longestSeconds = 600

export type Space = 'enough' | 'full' | 'unavailable'

/** Whether a recording of that length can be kept on this device until the server has it. */
export async function spaceFor(seconds: number | null): Promise<Space> {
  if (globalThis.indexedDB === undefined || navigator.storage?.estimate === undefined) return 'unavailable'
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    return quota - usage >= reserveBytes + bytesPerSecond * (seconds ?? longestSeconds) ? 'enough' : 'full'
  } catch {
    return 'unavailable'
  }
}

/** Asked for once: the browser then clears nothing by itself when the disk fills up. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}
