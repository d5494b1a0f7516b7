import type { OrganizationId, ProviderId, ProviderRule, UserId } from '@fonema/contract'
import { z } from 'zod'
import { hashOfToken, newSecret } from '../auth/tokens.ts'
import type { Tx } from '../platform/database/database.ts'
import { deriveKeys, type Secrets } from '../platform/keys.ts'
import { openValue, sealValue } from '../platform/sealed-value.ts'
import './tables.ts'

const arrivalSeconds = 600

/** What a provider said about a person, as far as a session needs it. */
export type Arrival = {
  subject: string
  email: string | null
  providerSession: string | null
  idToken: string
  refreshToken: string | null
  isFactorProven: boolean
  rule: ProviderRule | undefined
}

type Person = { organization_id: OrganizationId; provider_id: ProviderId; user_id: UserId }

const Sealed = z.custom<Arrival>((value) => typeof value === 'object' && value !== null)

/** The continuation works only in the browser that went to the provider. */
const hashOf = (continuation: string, browserSecret: string) => hashOfToken(`${browserSecret}\n${continuation}`)

/** Keeps an arrival until the person has proved the rest, at most ten minutes. */
export async function keepArrival(
  tx: Tx,
  secrets: Secrets,
  person: Person & { needs: 'link' | 'second_factor'; arrival: Arrival },
  browserSecret: string,
  now: Date,
): Promise<string> {
  const { arrival, ...row } = person
  const continuation = newSecret()
  await tx.deleteFrom('provider_arrivals').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('provider_arrivals')
    .values({
      ...row,
      hash: hashOf(continuation, browserSecret),
      sealed: sealValue(deriveKeys(secrets, 'providers'), Buffer.from(JSON.stringify(arrival)), person.user_id),
      expires_at: new Date(now.getTime() + arrivalSeconds * 1000),
    })
    .execute()
  return continuation
}

type Kept = Person & { needs: 'link' | 'second_factor'; arrival: Arrival; hash: Buffer }

export async function findArrival(
  tx: Tx,
  secrets: Secrets,
  { provider_id, continuation }: { provider_id: ProviderId; continuation: string },
  browserSecret: string | undefined,
  now: Date,
): Promise<Kept | undefined> {
  if (browserSecret === undefined) return undefined
  const row = await tx
    .selectFrom('provider_arrivals')
    .selectAll()
    .where('hash', '=', hashOf(continuation, browserSecret))
    .where('provider_id', '=', provider_id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const plain = row && openValue(deriveKeys(secrets, 'providers'), row.sealed, row.user_id)
  if (row === undefined || plain === undefined) return undefined
  return { ...row, arrival: Sealed.parse(JSON.parse(plain.toString())) }
}

/** @returns false if it was used meanwhile */
export async function useArrival(tx: Tx, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('provider_arrivals').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows === 1n
}
