import { hkdfSync } from 'node:crypto'

/** A key of its own for each purpose, from the one secret of the configuration. */
export function deriveKey(secretKey: string, purpose: 'access' | 'refresh' | 'links' | 'login-attempts'): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `fonema/${purpose}`, 32))
}
