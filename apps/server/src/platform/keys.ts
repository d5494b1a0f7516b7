import { hkdfSync } from 'node:crypto'

type Purpose = 'access' | 'refresh' | 'links' | 'login-attempts' | 'reset-requests' | 'rates' | 'outbox' | 'audit'

/** A key of its own for each purpose, and for each person where one is named, from the configuration's one secret. */
export function deriveKey(secretKey: string, purpose: Purpose, personId?: string): Buffer {
  const info = personId === undefined ? `fonema/${purpose}` : `fonema/${purpose}/${personId}`
  return Buffer.from(hkdfSync('sha256', secretKey, '', info, 32))
}
