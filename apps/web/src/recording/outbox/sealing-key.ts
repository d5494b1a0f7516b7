import { call } from '../../api/call.ts'
import { type SealingKey, sealingKeyOf } from '../../api/sealing.ts'
import { readSession } from '../../api/session.ts'

let known: { session: string | undefined; key: Promise<SealingKey> } | null = null

/** The signed-in user's key. Requested once per session; in memory only. */
export function sealingKey(): Promise<SealingKey> {
  const session = readSession()?.id
  if (known?.session !== session) known = null
  known ??= { session, key: fetchKey() }
  return known.key
}

async function fetchKey(): Promise<SealingKey> {
  try {
    return await sealingKeyOf(await call('GET /user/outbox_key/'))
  } catch (error) {
    known = null
    throw error
  }
}
