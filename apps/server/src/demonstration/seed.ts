import type { OrganizationId, ParticipantId } from '@fonema/contract'
import { sql } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { planVisit } from '../agenda/visits.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { DemoClinic, ProtocolFile } from '../content/formats.ts'
import { protocolIdOf } from '../content/load.ts'
import { insertGrants } from '../organization/examiners.ts'
import { type CreatedUser, createOrganization } from '../organization/service.ts'
import { registerParticipant, setParticipantActive } from '../participants/service.ts'
import { type Clock, dayIn } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { chooseAccounts, type DemoAccount } from './accounts.ts'

export type DemoOrganization = DemoClinic['organizations'][number]
type SeedDeps = {
  database: Database
  clock: Clock
  catalogue: Catalogue
  protocols: readonly ProtocolFile[]
}

const namespace = '8d0f5a52-6b3e-4b53-9a43-5f5b3b0f6f10'
const dayMilliseconds = 24 * 3600 * 1000

export const demoOrganizationId = (organization: DemoOrganization) =>
  uuidv5(organization.key, namespace) as OrganizationId
export const daysBefore = (time: Date, days: number) => new Date(time.getTime() - days * dayMilliseconds)

/**
 * Creates the demonstration's organisations, users and participants. Existing ones are not changed.
 *
 * @returns the accounts, if this call created them
 */
export async function seedOrganizations(
  deps: SeedDeps,
  organizations: readonly DemoOrganization[],
  { dataDir, commonPassword }: { dataDir: string; commonPassword: string | undefined },
): Promise<DemoAccount[]> {
  if (await isSeeded(deps.database, organizations)) return []
  const emails = organizations.flatMap(({ users }) => users.map(({ email }) => email))
  const accounts = await chooseAccounts(dataDir, emails, commonPassword)
  for (const organization of organizations) {
    await deps.database.tenant(demoOrganizationId(organization), async (tx) => {
      // Two processes that start at the same time seed one after the other.
      await sql`select pg_advisory_xact_lock(7301179)`.execute(tx)
      if (!(await organizationExists(tx))) await seedOrganization(deps, tx, organization, accounts)
    })
  }
  return accounts
}

const organizationExists = async (tx: Tx) =>
  (await tx.selectFrom('organizations').select('id').executeTakeFirst()) !== undefined

async function isSeeded(database: Database, organizations: readonly DemoOrganization[]): Promise<boolean> {
  for (const organization of organizations) {
    if (!(await database.tenant(demoOrganizationId(organization), organizationExists))) return false
  }
  return true
}

async function seedOrganization(
  { clock, catalogue, protocols }: SeedDeps,
  tx: Tx,
  organization: DemoOrganization,
  accounts: readonly DemoAccount[],
) {
  const now = clock.now()
  const localeId = (code: string) => catalogue.locales.find((locale) => locale.code === code)!.id
  const users = await createOrganization(
    tx,
    {
      id: demoOrganizationId(organization),
      name: organization.name,
      timeZone: organization.time_zone,
      isDemonstration: true,
      now,
    },
    organization.users.map((user) => ({
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
      localeId: localeId(user.locale),
      password: accounts.find(({ email }) => email === user.email)!.password,
      roles: user.roles,
    })),
  )
  for (const [index, { grants }] of organization.users.entries()) {
    const pairs = (grants ?? []).map(({ examiner, mode }) => {
      const granted = organization.users.findIndex(({ key }) => key === examiner)
      return { examiner_id: users[granted]!.examinerId!, mode }
    })
    if (pairs.length > 0) await insertGrants(tx, demoOrganizationId(organization), users[index]!.userId, pairs)
  }
  for (const planned of organization.participants) {
    const { key: _, examiner, locale, created_days_ago, diagnosed_days_ago, archived, ...fields } = planned
    const index = organization.users.findIndex((user) => user.key === examiner)
    const principal = examinerOf(organization, users[index]!)
    const past: Clock = { now: () => daysBefore(now, created_days_ago) }
    const { id } = await registerParticipant({ clock: past, catalogue }, tx, principal, {
      ...fields,
      locale: localeId(locale),
      diagnose_date:
        diagnosed_days_ago === null ? null : dayIn(organization.time_zone, daysBefore(now, diagnosed_days_ago)),
    })
    if (archived === true) await setParticipantActive(tx, principal, id, false)
    for (const visit of organization.visits.filter(({ participant }) => participant === planned.key))
      await seedVisit({ clock, protocols }, tx, principal, id, visit)
  }
}

async function seedVisit(
  { clock, protocols }: Pick<SeedDeps, 'clock' | 'protocols'>,
  tx: Tx,
  examiner: Examiner,
  participantId: ParticipantId,
  { participant: _, in_days, protocol, locale, ...plan }: DemoOrganization['visits'][number],
) {
  const now = clock.now()
  // A visit is planned for a day to come: an overdue one was planned earlier.
  const past: Clock = { now: () => daysBefore(now, Math.max(0, -in_days) + 14) }
  const date = dayIn(examiner.ownTimeZone, daysBefore(now, -in_days))
  const shown = protocols.find((one) => one.key === protocol && one.locale === locale)!
  await planVisit(past, tx, examiner, participantId, { ...plan, date, protocol_id: protocolIdOf(shown) })
}

/** The examiner in whose name the demonstration's data are written. */
export function examinerOf(organization: DemoOrganization, user: CreatedUser): Examiner {
  return {
    userId: user.userId,
    organizationId: demoOrganizationId(organization),
    sessionId: '',
    machine: null,
    examinerId: user.examinerId!,
    managerId: null,
    impersonation: null,
    timeZone: organization.time_zone,
    ownTimeZone: organization.time_zone,
    secondFactorNeeded: null,
    lastWrite: null,
    roles: { is_examiner: true, is_manager: false, is_owner: false },
    mode: null,
  }
}
