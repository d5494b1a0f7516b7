import { createHash } from 'node:crypto'
import type { OutboxKey, UserId } from '@fonema/contract'
import { deriveKeys, type Secrets } from '../platform/keys.ts'

const version = 'v1'

/**
 * The key with which a user's browser encrypts its outbox. It is derived at each call and stored nowhere; each user has
 * a different one. The id is the key's fingerprint, by which a browser detects that the clinic's secret changed. The
 * former keys open what was sealed before.
 */
export function outboxKeyOf(secrets: Secrets, userId: UserId): OutboxKey {
  const [current, ...former] = deriveKeys(secrets, 'outbox', `${version}/${userId}`)
  return { ...namedKey(current), former: former.map(namedKey) }
}

function namedKey(key: Buffer) {
  const fingerprint = createHash('sha256').update('fonema/outbox/id').update(key).digest('base64url').slice(0, 16)
  return { key_id: `${version}.${fingerprint}`, key: key.toString('base64url') }
}
