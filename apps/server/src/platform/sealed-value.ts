import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './keys.ts'

const [nonceBytes, tagBytes] = [12, 16]

/** A small value that the database keeps and cannot read: AES-256-GCM with the newest key. */
export function sealValue([key]: KeyRing, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when it was altered, or sealed with none of the keys. */
export function openValue(keys: KeyRing, sealed: Buffer): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
    } catch {
      // Another key's.
    }
  }
  return undefined
}
