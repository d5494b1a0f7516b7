import { openOutbox } from './database.ts'

/** In addition to the recording: its facts and the browser's own overhead. */
const reserveBytes = 20_000_000
const bytesPerSecond = 2 * 48_000
/** The assumed length of an item without a limit. */
const assumedSeconds = 600
/** Half a minute of audio. Browsers do not report the real free space, so a probe is written. */
const probeBytes = 3_000_000
const probe: [string, number] = ['room', 0]

export type Space = 'enough' | 'full' | 'unavailable'

/**
 * Whether this device can probably hold a recording of that length until it is uploaded. A browser that does not
 * describe its storage (WebKitGTK) can still have it: only the probe decides there.
 */
export async function spaceFor(seconds: number | null): Promise<Space> {
  try {
    const free = await freeBytes()
    if (free !== null && free < reserveBytes + bytesPerSecond * (seconds ?? assumedSeconds)) return 'full'
    await writeProbe()
    return 'enough'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
  }
}

/** Null: the browser does not say. */
async function freeBytes(): Promise<number | null> {
  // The DOM library declares members that not every browser has.
  const { storage } = navigator as { storage?: Partial<StorageManager> }
  const { quota, usage = 0 } = (await storage?.estimate?.().catch(() => null)) ?? {}
  return quota === undefined ? null : quota - usage
}

async function writeProbe(): Promise<void> {
  const database = await openOutbox()
  try {
    const transaction = database.transaction('chunks', 'readwrite')
    const bytes = { iv: new Uint8Array(), sealed: randomBytes(probeBytes) }
    await Promise.all([transaction.store.put(bytes, probe), transaction.done])
  } finally {
    await database.delete('chunks', probe)
    database.close()
  }
}

/** Incompressible data. */
function randomBytes(length: number): ArrayBuffer {
  const piece = new Uint8Array(65_536) // the maximum per call
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += piece.length) {
    crypto.getRandomValues(piece)
    bytes.set(piece.subarray(0, length - at), at)
  }
  return bytes.buffer
}

/** Requested with each recording, so that the browser does not evict the data when the disk fills up. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}
