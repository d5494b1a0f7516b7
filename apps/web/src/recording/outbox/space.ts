import { openOutbox } from './database.ts'
import { bytesPerSecond, reserveBytes } from './probe-room.ts'
import type { FromRoomWorker } from './room-worker.ts'

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
export async function spaceFor(seconds: number | null, channels = 1): Promise<Space> {
  try {
    const free = await freeBytes()
    if (free !== null && free < reserveBytes + channels * bytesPerSecond * (seconds ?? assumedSeconds)) return 'full'
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

/**
 * The minutes of recording that this device has room for, at most a day. Null: the browser cannot be asked. Do not ask
 * while something is recorded: the probe holds the room for some milliseconds.
 */
export function recordingRoom(): Promise<FromRoomWorker> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./room-worker.ts', import.meta.url), { type: 'module', name: 'room' })
    const end = (minutes: FromRoomWorker) => {
      worker.terminate()
      resolve(minutes)
    }
    worker.onmessage = ({ data }: MessageEvent<FromRoomWorker>) => end(data)
    worker.onerror = () => end(null)
  })
}

/** Whether the browser keeps recordings also when the disk fills up. `unknown`: it cannot be asked, or does not answer. */
export type Kept = 'kept' | 'refused' | 'unknown'

/** Asks the browser not to evict what waits. Some browsers ask the person, so that it is done before a recording. */
export async function keepStorage(): Promise<Kept> {
  const { storage } = navigator as { storage?: Partial<StorageManager> }
  if (storage?.persist === undefined) return 'unknown'
  return storage.persist().then(
    (kept) => (kept ? 'kept' : 'refused'),
    () => 'unknown',
  )
}
