import type { OutboxKey } from '@fonema/contract'

/** The signed-in user's key, in memory only; the browser hands its bytes to nobody. */
export type SealingKey = { id: string; key: CryptoKey }

export type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

const ivBytes = 12

export async function sealingKeyOf({ key_id, key }: OutboxKey): Promise<SealingKey> {
  const letters = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return { id: key_id, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) }
}

/** `place` is where it will lie: what was moved to another place is not opened there. */
export async function seal({ key }: SealingKey, place: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(place) }, key, bytes)
  return { iv, sealed }
}

/** Rejects when the key is another one, or a byte has changed. */
export function unseal({ key }: SealingKey, place: string, { iv, sealed }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(place) }, key, sealed)
}

export const sealText = (key: SealingKey, place: string, text: string): Promise<Sealed> =>
  seal(key, place, bytesOf(text))

export const unsealText = async (key: SealingKey, place: string, sealed: Sealed): Promise<string> =>
  new TextDecoder().decode(await unseal(key, place, sealed))

const bytesOf = (text: string) => new TextEncoder().encode(text)
