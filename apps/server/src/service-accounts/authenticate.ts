import {
  type ExaminerId,
  featuresOfScope,
  type OrganizationId,
  type ParticipantId,
  type Scope,
  type ServiceAccountId,
  type ServiceAccountKeyId,
  type UserId,
} from '@fonema/contract'
import { sql } from 'kysely'
import { hashOfToken } from '../auth/tokens.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { isWithin } from '../platform/http/networks.ts'
import type { Principal } from '../platform/http/principal.ts'
import './tables.ts'

/** How exactly the page shows when a key was used last. */
const useSeconds = 60
const isId = (text: unknown): text is ParticipantId => typeof text === 'string' && /^[\da-f-]{36}$/i.test(text)

type Found = {
  key_id: ServiceAccountKeyId
  account_id: ServiceAccountId
  organization_id: OrganizationId
  scopes: Scope[]
  examiner_id: ExaminerId | null
  networks: string[]
  created_by: UserId
  time_zone: string
  expires_at: Date
  last_used_at: Date | null
}

/** The key of `Authorization: Bearer fnm_…`; undefined when the header has none. */
export const keyOf = (authorization: string | undefined) => /^Bearer (fnm_[\w-]{43})$/i.exec(authorization ?? '')?.[1]

type MachineCall = {
  key: string
  /** Where the call comes from. */
  ip: string
  scope: Scope | undefined
  /** The participant that the path names, as the caller wrote it. */
  participant: unknown
  /** Called once the account is known, or with undefined for a key that is not accepted. */
  count(account: ServiceAccountId | undefined): Promise<void>
}

type Deps = { database: Database; clock: Clock }

/**
 * The principal of a service account for one call. It acts in the name of the participant's examiner, so that rows have
 * a responsible person; the audit log names the account.
 *
 * @throws {AppError} `token_not_valid` for every key that is not accepted, whatever the reason
 * @throws {AppError} `permission_denied` without the route's scope
 */
export async function authenticateMachine(deps: Deps, call: MachineCall): Promise<Principal> {
  const found = await findAccount(deps, { hash: hashOfToken(call.key) })
  if (found === undefined || !isWithin(call.ip, found.networks)) {
    await call.count(undefined)
    throw new AppError('token_not_valid')
  }
  await call.count(found.account_id)
  await noteUse(deps, found)
  const { scope } = call
  if (scope === undefined || !found.scopes.includes(scope)) throw new AppError('permission_denied')
  return principalFor(deps, found, scope, call.participant)
}

/** The principal for a link that a key was given; undefined when the key or its account has ended, or lost the scope. */
export async function machineOfKey(deps: Deps, keyId: string, scope: Scope): Promise<Principal | undefined> {
  const found = await findAccount(deps, { id: keyId })
  if (!found?.scopes.includes(scope)) return undefined
  return principalFor(deps, found, scope, undefined).catch((error) => {
    if (error instanceof AppError) return undefined
    throw error
  })
}

async function findAccount(
  { database, clock }: Deps,
  { hash = null, id = null }: { hash?: Buffer | null; id?: string | null },
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`select * from service_account_of_key(${hash}, ${id})`.execute(database.shared)
  return rows.find(({ expires_at }) => expires_at > clock.now())
}

async function noteUse({ database, clock }: Deps, { key_id, organization_id, last_used_at }: Found) {
  const now = clock.now()
  if (last_used_at !== null && now.getTime() - last_used_at.getTime() < useSeconds * 1000) return
  await database.tenant(organization_id, (tx) =>
    tx.updateTable('service_account_keys').set({ last_used_at: now }).where('id', '=', key_id).execute(),
  )
}

async function principalFor(deps: Deps, found: Found, scope: Scope, participant: unknown): Promise<Principal> {
  const features = featuresOfScope[scope]
  const isManager = features.includes('admin')
  // An account of one examiner never reaches what belongs to the whole organisation.
  if (isManager && found.examiner_id !== null) throw new AppError('permission_denied')
  const examiner = await examinerOf(deps, found, participant)
  if (participant !== undefined && examiner === undefined) throw new AppError('not_found')
  return {
    userId: examiner?.user_id ?? found.created_by,
    organizationId: found.organization_id,
    sessionId: found.key_id,
    machine: found.account_id,
    examinerId: examiner?.id ?? null,
    managerId: null,
    impersonation: null,
    timeZone: found.time_zone,
    ownTimeZone: found.time_zone,
    secondFactorNeeded: null,
    lastWrite: null,
    roles: { is_examiner: !isManager, is_manager: isManager, is_owner: false },
    mode: Object.fromEntries(features.map((feature) => [feature, true])),
  }
}

/** The examiner in whose name the account works: the participant's, or its own. A removed one has none. */
function examinerOf({ database }: Deps, { organization_id, examiner_id }: Found, participant: unknown) {
  if (participant === undefined && examiner_id === null) return undefined
  if (participant !== undefined && !isId(participant)) return undefined
  return database.tenant(organization_id, (tx) => {
    const examiners = tx
      .selectFrom('examiners')
      .select(['examiners.id', 'examiners.user_id'])
      .$if(examiner_id !== null, (query) => query.where('examiners.id', '=', examiner_id))
    return participant === undefined
      ? examiners.where('examiners.is_active', '=', true).executeTakeFirst()
      : examiners
          .innerJoin('participants', 'participants.examiner_id', 'examiners.id')
          .where('participants.id', '=', participant)
          .executeTakeFirst()
  })
}
