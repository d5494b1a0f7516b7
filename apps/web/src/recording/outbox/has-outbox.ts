/** In its own module, so that a page can check without loading the outbox. */
export const outboxName = 'fonema-outbox'

/** Whether this browser has ever stored anything. */
export async function hasOutbox(): Promise<boolean> {
  if (globalThis.indexedDB === undefined) return false
  // If the browser cannot list databases, assume that there may be one.
  const databases = await indexedDB.databases?.().catch(() => undefined)
  return databases?.some(({ name }) => name === outboxName) ?? true
}
