import { mediumOnDevice } from '../api/device-media.ts'

export type Preloaded = {
  /** Maps each media address to the address of its copy. */
  copies: ReadonlyMap<string, string>
  failed: readonly string[]
}

/**
 * Loads media into memory, so that no stimulus waits for the network. Those that the server does not deliver come from
 * this device, if it has kept them. `onProgress` gets the loaded fraction, 0..1.
 * Sound and video become blob addresses, which `release` revokes; images become data addresses, because the page's
 * content security policy allows those.
 */
export async function preload(
  addresses: readonly string[],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Preloaded> {
  const copies = new Map<string, string>()
  const failed: string[] = []
  const shares = new Map(addresses.map((address) => [address, 0]))
  const note = (address: string, share: number) => {
    shares.set(address, share)
    onProgress([...shares.values()].reduce((sum, each) => sum + each, 0) / shares.size)
  }
  await Promise.all(
    [...shares.keys()].map(async (address) => {
      try {
        const blob = await load(address, signal, (share) => note(address, share)).catch(async (error: unknown) => {
          const kept = await mediumOnDevice(address)
          if (kept === null) throw error
          note(address, 1)
          return kept
        })
        copies.set(address, blob.type.startsWith('image/') ? await dataAddress(blob) : URL.createObjectURL(blob))
      } catch {
        failed.push(address)
      }
    }),
  )
  if (signal.aborted) release(copies)
  return { copies, failed }
}

export function release(copies: ReadonlyMap<string, string>): void {
  for (const copy of copies.values()) if (copy.startsWith('blob:')) URL.revokeObjectURL(copy)
}

async function load(address: string, signal: AbortSignal, onShare: (share: number) => void): Promise<Blob> {
  const response = await fetch(address, { signal })
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${address}`)
  // Without a length, progress jumps at the end.
  const total = Number(response.headers.get('Content-Length') ?? Number.NaN)
  const reader = response.body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    loaded += value.length
    if (total > 0) onShare(Math.min(1, loaded / total))
  }
  onShare(1)
  return new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' })
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string) // readAsDataURL gives a string
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
