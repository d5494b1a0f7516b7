import { randomBytes } from 'node:crypto'
import type { NewPasskey, PasskeyProof } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import { clockSkewSeconds } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import { hashOfToken } from './tokens.ts'
import { checkAssertion, checkRegistration } from './webauthn.ts'
import './tables.ts'

type Whose = { organizationId: string; userId: string }

const challengeSeconds = 300
const bytesOf = (text: string) => Buffer.from(text, 'base64url')

export const listPasskeys = (tx: Tx, userId: string) =>
  tx.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

/** What a passkey is to sign, once, within five minutes; on whichever machine. */
export async function issueChallenge(tx: Tx, { organizationId, userId }: Whose, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  await tx
    .insertInto('passkey_challenges')
    .values({
      hash: hashOfToken(challenge),
      organization_id: organizationId,
      user_id: userId,
      expires_at: new Date(now.getTime() + challengeSeconds * 1000),
    })
    .execute()
  return challenge
}

/** The challenge that an answer names, used up; undefined when it was not given to this person, or was used before. */
async function takeChallenge(tx: Tx, userId: string, clientData: Buffer, now: Date): Promise<string | undefined> {
  const challenge = /"challenge":"([\w-]{43})"/.exec(clientData.toString())?.[1]
  if (challenge === undefined) return undefined
  const latest = new Date(now.getTime() + (challengeSeconds + clockSkewSeconds) * 1000)
  const taken = await tx
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOfToken(challenge))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latest)
    .returning('hash')
    .executeTakeFirst()
  return taken && challenge
}

/** @throws {InvalidFields} */
export async function insertPasskey(tx: Tx, { organizationId, userId }: Whose, given: NewPasskey, now: Date) {
  const clientData = bytesOf(given.client_data)
  const challenge = await takeChallenge(tx, userId, clientData, now)
  const passkey =
    challenge === undefined
      ? undefined
      : checkRegistration(
          {
            clientData,
            authenticatorData: bytesOf(given.authenticator_data),
            publicKey: bytesOf(given.public_key),
            credentialId: bytesOf(given.credential_id),
          },
          challenge,
        )
  if (passkey === undefined) throw new InvalidFields({ client_data: ['invalid'] })
  const inserted = await tx
    .insertInto('passkeys')
    .values({
      ...passkey,
      id: uuidv7({ msecs: now.getTime() }),
      organization_id: organizationId,
      user_id: userId,
      name: given.name,
      credential_id: given.credential_id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new InvalidFields({ credential_id: ['already_exists'] })
}

/** Whether a passkey of this person signed what it was asked; it was asked once. */
export async function redeemPasskey(tx: Tx, userId: string, proof: PasskeyProof, now: Date): Promise<boolean> {
  const clientData = bytesOf(proof.client_data)
  const challenge = await takeChallenge(tx, userId, clientData, now)
  const passkey = await tx
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential_id', '=', proof.credential_id)
    .executeTakeFirst()
  if (challenge === undefined || passkey === undefined) return false
  const signed = { authenticatorData: bytesOf(proof.authenticator_data), signature: bytesOf(proof.signature) }
  const sign_count = checkAssertion(passkey, { clientData, ...signed }, challenge)
  if (sign_count === undefined) return false
  await tx.updateTable('passkeys').set({ sign_count }).where('id', '=', passkey.id).execute()
  return true
}
