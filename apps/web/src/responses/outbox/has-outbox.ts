/** Beside the outbox itself, so that a page may ask without loading it. */
export const outboxName = 'fonema-outbox'

/** Whether this browser has ever kept anything. */
export async function hasOutbox(): Promise<boolean> {
  if (globalThis.indexedDB === undefined) return false
  // Where the browser cannot tell, there may be one.
  const databases = await indexedDB.databases?.().catch(() => undefined)
  return databases?.some(({ name }) => name === outboxName) ?? true
}
