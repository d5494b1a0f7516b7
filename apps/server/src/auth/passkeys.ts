import { randomBytes } from 'node:crypto'
import type { NewPasskey, OrganizationId, PasskeyProof, UserId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { clockSkewSeconds } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import type { Site } from '../platform/http/site.ts'
import { hashOfToken } from './tokens.ts'
import { checkAssertion, checkRegistration } from './webauthn.ts'
import './tables.ts'

type User = { organizationId: OrganizationId; userId: UserId }
type Purpose = 'registration' | 'sign_in' | 'signature'

const challengeSeconds = 300

export const listPasskeys = (tx: Tx, userId: UserId) =>
  tx.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** A challenge for a passkey to sign: valid once, for five minutes, on any machine. */
export async function issueChallenge(tx: Tx, { organizationId, userId }: User, purpose: Purpose, now: Date) {
  const challenge = randomBytes(32).toString('base64url')
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  await tx
    .insertInto('passkey_challenges')
    .values({
      hash: hashOfToken(challenge),
      organization_id: organizationId,
      user_id: userId,
      purpose,
      expires_at: new Date(now.getTime() + challengeSeconds * 1000),
    })
    .execute()
  return challenge
}

/**
 * Uses up the challenge in an answer. Undefined if it was issued to another person or purpose, was used or has expired.
 */
async function takeChallenge(tx: Tx, userId: UserId, purpose: Purpose, clientData: string, now: Date) {
  const challenge = /"challenge":"([\w-]{43})"/.exec(Buffer.from(clientData, 'base64url').toString())?.[1]
  if (challenge === undefined) return undefined
  const latest = new Date(now.getTime() + (challengeSeconds + clockSkewSeconds) * 1000)
  const taken = await tx
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOfToken(challenge))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latest)
    .returning('hash')
    .executeTakeFirst()
  return taken && challenge
}

/** @throws {InvalidFields} */
export async function insertPasskey(
  tx: Tx,
  { organizationId, userId }: User,
  given: NewPasskey,
  { site, now }: { site: Site; now: Date },
) {
  const challenge = await takeChallenge(tx, userId, 'registration', given.client_data, now)
  const passkey = challenge === undefined ? undefined : await checkRegistration(given, challenge, site)
  if (passkey === undefined) throw new InvalidFields({ client_data: ['invalid'] })
  const inserted = await tx
    .insertInto('passkeys')
    .values({
      ...passkey,
      public_key: Buffer.from(passkey.public_key),
      id: uuidv7({ msecs: now.getTime() }),
      organization_id: organizationId,
      user_id: userId,
      name: given.name,
      host: site.hostname,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new InvalidFields({ credential_id: ['already_exists'] })
}

/** Whether a passkey of this person signed a challenge issued for this purpose on this site. Uses up the challenge. */
export async function redeemPasskey(
  tx: Tx,
  userId: UserId,
  proof: PasskeyProof,
  { site, now, purpose }: { site: Site; now: Date; purpose: Exclude<Purpose, 'registration'> },
): Promise<boolean> {
  const challenge = await takeChallenge(tx, userId, purpose, proof.client_data, now)
  const passkey = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential_id', '=', proof.credential_id)
    .where('host', '=', site.hostname)
    .executeTakeFirst()
  if (challenge === undefined || passkey === undefined) return false
  const stored = { ...passkey, public_key: new Uint8Array(passkey.public_key), sign_count: Number(passkey.sign_count) }
  const sign_count = await checkAssertion(stored, proof, challenge, site)
  if (sign_count === undefined) return false
  // Two simultaneous answers with the same count come from two copies of a passkey: the second waits for the row and
  // then finds the count used. Passkeys that are synchronised between devices always count 0.
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ sign_count })
    .where('id', '=', passkey.id)
    .where('sign_count', sign_count === 0 ? '=' : '<', sign_count)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
