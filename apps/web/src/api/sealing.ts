import type { OutboxKey } from '@fonema/contract'

type NamedKey = { id: string; key: CryptoKey }

/**
 * The signed-in user's key: in memory only and not exportable. The former keys open data that was sealed before the
 * clinic replaced its secret.
 */
export type SealingKey = NamedKey & { former: readonly NamedKey[] }

export type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

const ivBytes = 12

export async function sealingKeyOf({ former, ...current }: OutboxKey): Promise<SealingKey> {
  return { ...(await importKey(current)), former: await Promise.all(former.map(importKey)) }
}

async function importKey({ key_id, key }: Omit<OutboxKey, 'former'>): Promise<NamedKey> {
  const letters = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return { id: key_id, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) }
}

/** `place` is where the data will be stored: data moved to another place cannot be opened there. */
export async function seal({ key }: SealingKey, place: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(place) }, key, bytes)
  return { iv, sealed }
}

/** Rejects when no key fits or a byte has changed. */
export async function unseal({ key, former }: SealingKey, place: string, { iv, sealed }: Sealed): Promise<ArrayBuffer> {
  const algorithm = { name: 'AES-GCM', iv, additionalData: bytesOf(place) }
  const openWith = (one: CryptoKey) => crypto.subtle.decrypt(algorithm, one, sealed)
  return former.reduce((opened, earlier) => opened.catch(() => openWith(earlier.key)), openWith(key))
}

export const sealText = (key: SealingKey, place: string, text: string): Promise<Sealed> =>
  seal(key, place, bytesOf(text))

export const unsealText = async (key: SealingKey, place: string, sealed: Sealed): Promise<string> =>
  new TextDecoder().decode(await unseal(key, place, sealed))

const bytesOf = (text: string) => new TextEncoder().encode(text)
