import type { OutboxKey } from '@fonema/contract'
import { call } from '../../api/call.ts'
import { answerOnDevice, isAway } from '../../api/device-answers.ts'
import { placeOf, queryKeyOf } from '../../api/query.ts'
import { type SealingKey, sealingKeyOf } from '../../api/sealing.ts'
import { readSession } from '../../api/session.ts'

let known: { session: string | undefined; key: Promise<SealingKey> } | null = null

/**
 * The signed-in user's key. Requested once per session; in memory only. Where the clinic has chosen work without a
 * network, the device keeps a copy, sealed with the key of this sign-in.
 */
export function sealingKey(): Promise<SealingKey> {
  const session = readSession()?.id
  if (known?.session !== session) known = null
  known ??= { session, key: fetchKey() }
  return known.key
}

async function fetchKey(): Promise<SealingKey> {
  try {
    return await sealingKeyOf(await askOrRemember())
  } catch (error) {
    known = null
    throw error
  }
}

async function askOrRemember(): Promise<OutboxKey> {
  try {
    return await call('GET /user/outbox_key/')
  } catch (error) {
    const kept = isAway(error) ? await answerOnDevice(placeOf(queryKeyOf('GET /user/outbox_key/'))) : null
    if (kept === null) throw error
    return kept.answer as OutboxKey // kept under the place of this call
  }
}
