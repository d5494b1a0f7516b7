import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './keys.ts'

const [nonceBytes, tagBytes] = [12, 16]

/**
 * Encrypts a small value with the newest key (AES-256-GCM), so that its holder cannot read it.
 *
 * @param context what the value belongs to; it opens only with the same context
 */
export function sealValue([key]: KeyRing, plain: Buffer, context = ''): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when the value was altered, sealed with none of the keys, or sealed for another context. */
export function openValue(keys: KeyRing, sealed: Buffer, context = ''): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
    } catch {
      // Sealed with another key.
    }
  }
  return undefined
}
