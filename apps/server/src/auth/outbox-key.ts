import { createHash } from 'node:crypto'
import type { OutboxKey } from '@fonema/contract'
import { deriveKeys, type Secrets } from '../platform/keys.ts'

const version = 'v1'

/**
 * The key with which a user's browser encrypts what it keeps. It is computed at each call and stored nowhere, and no
 * two users have the same one. The id is the key's fingerprint: it tells a browser that the clinic's secret changed. What
 * was sealed before is opened with the former keys.
 */
export function outboxKeyOf(secrets: Secrets, userId: string): OutboxKey {
  const [current, ...former] = deriveKeys(secrets, 'outbox', `${version}/${userId}`)
  return { ...namedKey(current), former: former.map(namedKey) }
}

function namedKey(key: Buffer) {
  const fingerprint = createHash('sha256').update('fonema/outbox/id').update(key).digest('base64url').slice(0, 16)
  return { key_id: `${version}.${fingerprint}`, key: key.toString('base64url') }
}
