import { openOutbox } from './database.ts'

/** Beside the recording: facts, and what the browser's own bookkeeping takes. */
const reserveBytes = 20_000_000
const bytesPerSecond = 2 * 48_000
/** How long an item without a limit may become. */
const longestSeconds = 600
/** Half a minute. Browsers do not tell how much room there really is, so some of it is tried. */
const probeBytes = 3_000_000
const probe: [string, number] = ['room', 0]

export type Space = 'enough' | 'full' | 'unavailable'

/** Whether a recording of that length can be kept on this device until the server has it, as far as can be known. */
export async function spaceFor(seconds: number | null): Promise<Space> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    if (quota - usage < reserveBytes + bytesPerSecond * (seconds ?? longestSeconds)) return 'full'
    await writeProbe()
    return 'enough'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
  }
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

/** What cannot be compressed. */
function randomBytes(length: number): ArrayBuffer {
  const piece = new Uint8Array(65_536) // no more at once
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += piece.length) {
    crypto.getRandomValues(piece)
    bytes.set(piece.subarray(0, length - at), at)
  }
  return bytes.buffer
}

/** Asked for again with each recording: the browser then clears nothing by itself when the disk fills up. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}
