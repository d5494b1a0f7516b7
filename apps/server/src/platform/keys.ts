import { createHash, hkdfSync } from 'node:crypto'

type Purpose =
  | 'access'
  | 'refresh'
  | 'links'
  | 'media'
  | 'login-attempts'
  | 'reset-requests'
  | 'rates'
  | 'outbox'
  | 'audit'
  | 'devices'
  | 'second-factor'
  | 'cursors'
  | 'certificate'
  | 'research'
  | 'webhooks'
  | 'scim'
  | 'service_accounts'
  | 'providers'
  | 'upgrades'
  | 'workers'

/** The configuration's secret, and its earlier values: what was made with them stays valid. */
export type Secrets = { secretKey: string; earlierSecretKeys: readonly string[] }

/** The first key seals new values; the others only open existing ones. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

/** Derives a separate key for each purpose, and for each person if given, from the configuration's secret. */
export function deriveKey(secretKey: string, purpose: Purpose, personId?: string): Buffer {
  const info = personId === undefined ? `fonema/${purpose}` : `fonema/${purpose}/${personId}`
  return Buffer.from(hkdfSync('sha256', secretKey, '', info, 32))
}

export const deriveKeys = ({ secretKey, earlierSecretKeys }: Secrets, purpose: Purpose, personId?: string): KeyRing => [
  deriveKey(secretKey, purpose, personId),
  ...earlierSecretKeys.map((earlier) => deriveKey(earlier, purpose, personId)),
]

/** An identifier that distinguishes keys of one purpose without revealing them. */
export const nameOfKey = (key: Buffer) =>
  createHash('sha256').update('fonema/key-name').update(key).digest('base64url').slice(0, 16)
