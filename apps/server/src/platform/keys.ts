import { createHash, hkdfSync } from 'node:crypto'

type Purpose =
  | 'access'
  | 'refresh'
  | 'links'
  | 'login-attempts'
  | 'reset-requests'
  | 'rates'
  | 'outbox'
  | 'audit'
  | 'devices'
  | 'second-factor'

/** The configuration's secret, and those that it once was: what was made with them still counts. */
export type Secrets = { secretKey: string; earlierSecretKeys: readonly string[] }

/** The first one makes new things; the others only open what there is. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

/** A key of its own for each purpose, and for each person where one is named, from the configuration's one secret. */
export function deriveKey(secretKey: string, purpose: Purpose, personId?: string): Buffer {
  const info = personId === undefined ? `fonema/${purpose}` : `fonema/${purpose}/${personId}`
  return Buffer.from(hkdfSync('sha256', secretKey, '', info, 32))
}

export const deriveKeys = ({ secretKey, earlierSecretKeys }: Secrets, purpose: Purpose, personId?: string): KeyRing => [
  deriveKey(secretKey, purpose, personId),
  ...earlierSecretKeys.map((earlier) => deriveKey(earlier, purpose, personId)),
]

/** Tells keys of one purpose apart and says nothing of them. */
export const nameOfKey = (key: Buffer) =>
  createHash('sha256').update('fonema/key-name').update(key).digest('base64url').slice(0, 16)
