import { createHmac } from 'node:crypto'
import {
  featuresOfScope,
  type NewServiceAccount,
  type Scope,
  type ServiceAccount,
  type ServiceAccountId,
  type ServiceAccountKeyId,
  validKeysOfAccount,
} from '@fonema/contract'
import { hashOfToken } from '../auth/tokens.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import type { KeyRing } from '../platform/keys.ts'
import './tables.ts'

type Deps = { clock: Clock; keys: KeyRing }

const dayMs = 24 * 60 * 60 * 1000
const endingLength = 4

/** The key of an id. It is random to anybody without our own key, and made again for a repeated call. */
const keyOfId = (key: Buffer, id: ServiceAccountKeyId) =>
  `fnm_${createHmac('sha256', key).update(id).digest('base64url')}`

export function serviceAccountRoutes(implement: Implement, { clock, keys }: Deps) {
  const one = '/organizations/service_accounts/{service_account_id}/' as const

  implement.inTenant('GET /organizations/service_accounts/', async ({ tx, page }) =>
    withKeys(tx, clock.now(), await page.read(tx, accounts(tx))),
  )
  implement.inTenant('POST /organizations/service_accounts/', async ({ tx, principal, body, request }) => {
    const made = await once(tx, clock, request, principal, async () => {
      const { days, ...rights } = body
      await requireAllowed(tx, rights)
      const id = newId<ServiceAccountId>(clock.now())
      const { organizationId: organization_id, userId: created_by } = principal
      const row = { id, organization_id, created_at: clock.now(), created_by, ...rights }
      await tx.insertInto('service_accounts').values(row).execute()
      return { id, key_id: await makeKey(tx, principal, id, days) }
    })
    return answer(tx, made)
  })
  implement.inTenant(`PATCH ${one}`, async ({ tx, params, body }) => {
    const account = await requireAccount(tx, params.service_account_id)
    await requireAllowed(tx, { ...account, ...body })
    if (Object.keys(body).length > 0)
      await tx.updateTable('service_accounts').set(body).where('id', '=', account.id).execute()
    return view(tx, account.id)
  })
  implement.inTenant(`DELETE ${one}`, async ({ tx, params }): Promise<undefined> => {
    const { id } = await requireAccount(tx, params.service_account_id)
    await tx.updateTable('service_accounts').set({ ended_at: clock.now() }).where('id', '=', id).execute()
  })
  implement.inTenant(`POST ${one}keys/`, async ({ tx, principal, params, body, request }) => {
    const made = await once(tx, clock, request, principal, async () => {
      const { id } = await requireAccount(tx, params.service_account_id)
      const valid = await validKeys(tx, clock.now()).where('service_account_id', '=', id).execute()
      if (valid.length >= validKeysOfAccount) throw new AppError('conflict')
      return { id, key_id: await makeKey(tx, principal, id, body.days) }
    })
    return answer(tx, made)
  })
  implement.inTenant(`DELETE ${one}keys/{service_account_key_id}/`, async ({ tx, params }) => {
    const { id } = await requireAccount(tx, params.service_account_id)
    const { numUpdatedRows } = await tx
      .updateTable('service_account_keys')
      .set({ revoked_at: clock.now() })
      .where('id', '=', params.service_account_key_id)
      .where('service_account_id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new AppError('not_found')
    return view(tx, id)
  })

  async function makeKey(
    tx: Tx,
    { organizationId: organization_id, userId: created_by }: Principal,
    service_account_id: ServiceAccountId,
    days: number,
  ): Promise<ServiceAccountKeyId> {
    const created_at = clock.now()
    const id = newId<ServiceAccountKeyId>(created_at)
    const key = keyOfId(keys[0], id)
    const expires_at = new Date(created_at.getTime() + days * dayMs)
    const row = { id, organization_id, service_account_id, created_at, created_by, expires_at }
    await tx
      .insertInto('service_account_keys')
      .values({ ...row, hash: hashOfToken(key), ending: key.slice(-endingLength) })
      .execute()
    return id
  }

  /** The account with the key just made; a repeated call gets the same key. */
  async function answer(tx: Tx, { id, key_id }: { id: ServiceAccountId; key_id: ServiceAccountKeyId }) {
    const account = await view(tx, id)
    const stored = await validKeys(tx, clock.now()).select('hash').where('id', '=', key_id).executeTakeFirst()
    // Revoked meanwhile, or made with a key of ours that is not known any more.
    const key = keys.map((each) => keyOfId(each, key_id)).find((each) => stored?.hash.equals(hashOfToken(each)))
    if (key === undefined) throw new AppError('conflict')
    return { ...account, key, key_id }
  }

  async function view(tx: Tx, id: ServiceAccountId): Promise<ServiceAccount> {
    const rows = await accounts(tx).where('id', '=', id).execute()
    const [found] = await withKeys(tx, clock.now(), rows)
    if (found === undefined) throw new AppError('not_found')
    return found
  }
}

const accounts = (tx: Tx) =>
  tx
    .selectFrom('service_accounts')
    .select(['id', 'name', 'scopes', 'examiner_id', 'networks', 'created_at'])
    .where('ended_at', 'is', null)
type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

const validKeys = (tx: Tx, now: Date) =>
  tx
    .selectFrom('service_account_keys')
    .select(['id', 'service_account_id', 'ending', 'created_at', 'expires_at', 'last_used_at'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')

async function withKeys(tx: Tx, now: Date, rows: readonly AccountRow[]): Promise<ServiceAccount[]> {
  const keys = await validKeys(tx, now).execute()
  return rows.map(({ created_at, ...account }) => ({
    ...account,
    created_at: created_at.toISOString(),
    keys: keys
      .filter(({ service_account_id }) => service_account_id === account.id)
      .map(({ service_account_id: _, created_at, expires_at, last_used_at, ...key }) => ({
        ...key,
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
  }))
}

/** Locks it, so that two calls do not make a third key. */
async function requireAccount(tx: Tx, id: ServiceAccountId) {
  const found = await accounts(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  return found
}

/** @throws {InvalidFields} when scopes of the whole organisation are asked for one examiner, or that examiner is unknown */
async function requireAllowed(
  tx: Tx,
  { scopes, examiner_id }: Pick<NewServiceAccount, 'examiner_id'> & { scopes: readonly Scope[] },
) {
  if (examiner_id === null) return
  if (scopes.some((scope) => featuresOfScope[scope].includes('admin'))) throw new InvalidFields({ scopes: ['invalid'] })
  const examiner = await tx
    .selectFrom('examiners')
    .select('id')
    .where('id', '=', examiner_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (examiner === undefined) throw new InvalidFields({ examiner_id: ['invalid'] })
}
