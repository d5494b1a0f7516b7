import type { EhrId, OrganizationId, ParticipantId } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { KnownDevices } from '../auth/known-devices.ts'
import { enter } from '../auth/routes.ts'
import { newSecret } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import type { ParticipantDeps } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { cookieOf, setCookie } from '../platform/http/cookies.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { type Examiner, type Principal, requireExaminer } from '../platform/http/principal.ts'
import { siteOf } from '../platform/http/site.ts'
import { beginFlow, takeFlow } from '../providers/flows.ts'
import { findSettings, redirectUriOf } from '../providers/settings.ts'
import {
  createProviderSignIn,
  type ProviderSignInDeps,
  refusalBefore,
  refusalOf,
  refused,
  requireSettings,
} from '../providers/sign-in.ts'
import type { WebhookDeps } from '../webhooks/service.ts'
import { findPatient, hashOfLaunch, isLaunchUsed, keepPatient, useLaunch } from './arrivals.ts'
import { addEhr, changeEhr, checkIss, ehrs, findEhr, requireEhr, toEhr } from './manage.ts'
import { connectLaunched, describeLaunch, registerLaunched } from './participants.ts'
import { PatientRefused, patientIdOf, valuesOf } from './patient.ts'
import { authorizationAddress, exchange, readPatient, type SmartDeps } from './smart.ts'

type Deps = Omit<ProviderSignInDeps, 'config'> &
  ParticipantDeps &
  WebhookDeps &
  SmartDeps & {
    config: Config
    devices: KnownDevices
    /** A person connected a patient with a participant. */
    noteConnection: (tx: Tx, principal: Principal, id: ParticipantId) => Promise<void>
  }

/** How long a browser keeps the secret of its way to the health record and back. */
const cookieSeconds = 2400

export function ehrManagementRoutes(implement: Implement, deps: Deps) {
  const { database, clock } = deps
  const one = '/organizations/ehrs/{ehr_id}/' as const
  implement.inTenant('GET /organizations/ehrs/', async ({ tx, page }) =>
    (await page.read(tx, ehrs(tx))).map((row) => toEhr(deps, row)),
  )
  implement('POST /organizations/ehrs/', async ({ principal, body, request }) => {
    // Before the transaction: a name server may be slow.
    await checkIss(deps, body.iss)
    return database.tenant(principal.organizationId, (tx) =>
      once(tx, clock, request, principal, () => addEhr(tx, deps, principal.organizationId, body)),
    )
  })
  implement(`PATCH ${one}`, async ({ principal: { organizationId }, params: { ehr_id }, body }) => {
    await database.tenant(organizationId, (tx) => requireEhr(tx, deps, ehr_id))
    if (body.iss !== undefined) await checkIss(deps, body.iss)
    return database.tenant(organizationId, (tx) =>
      changeEhr(tx, deps, { id: ehr_id, organization_id: organizationId }, body),
    )
  })
  implement.inTenant(`DELETE ${one}`, async ({ tx, params }): Promise<undefined> => {
    await requireEhr(tx, deps, params.ehr_id)
    await tx.deleteFrom('ehrs').where('id', '=', params.ehr_id).execute()
  })
}

export function launchRoutes(implement: Implement, deps: Deps) {
  const { database, clock, config, devices, publicUrl } = deps
  const signIn = createProviderSignIn(deps)
  const browserOf = (request: FastifyRequest) => cookieOf(request, 'provider')

  /** A health record that is on, with the provider of its people. */
  async function requireLaunch(organizationId: OrganizationId, id: EhrId) {
    const found = await database.tenant(organizationId, async (tx) => {
      const ehr = await findEhr(tx, config, id)
      const provider = ehr && (await findSettings(tx, config, ehr.provider_id))
      return provider?.is_on ? { ehr: ehr!, provider } : undefined
    })
    if (found === undefined) throw refused('launch_unknown')
    return found
  }

  implement('POST /user/provider/launch/begin/', async ({ body: { ehr_id, iss, launch }, request, reply }) => {
    const { rows } = await sql<{ id: OrganizationId | null }>`select ehr_organization(${ehr_id}) as id`.execute(
      database.shared,
    )
    const organization_id = rows[0]?.id
    if (!organization_id) throw refused('launch_unknown')
    const { ehr, provider } = await requireLaunch(organization_id, ehr_id)
    // Letter by letter. A launch belongs to the server that sent it.
    if (iss !== undefined && iss !== ehr.iss) throw refused('launch_unknown')
    if (iss === undefined && launch !== undefined) throw refused('launch_unknown')
    const secret = browserOf(request) ?? newSecret()
    const launch_hash = launch === undefined ? null : hashOfLaunch(launch)
    const flow = { organization_id, provider_id: provider.id, purpose: 'launch', session_id: null } as const
    const secrets = await database.tenant(organization_id, async (tx) => {
      if (launch_hash !== null && (await isLaunchUsed(tx, ehr_id, launch_hash))) throw refused('not_begun_here')
      return beginFlow(tx, { ...flow, ehr_id, launch_hash }, secret, clock.now())
    })
    const redirectUri = redirectUriOf(publicUrl, provider.id)
    const address = await authorizationAddress(deps, ehr, provider, { ...secrets, redirectUri, launch }).catch(
      (error) => {
        throw refusalBefore(error)
      },
    )
    const https = siteOf(request, config.publicUrl).protocol === 'https:'
    setCookie(reply, 'provider', { value: secret, maxAgeSeconds: cookieSeconds, https })
    return { address }
  })

  implement('POST /user/provider/launch/finish/', async ({ body: { provider_id, query }, request, reply }) => {
    const settings = await requireSettings(deps, provider_id)
    const { organization_id } = settings
    const browserSecret = browserOf(request)
    const taken = await database.tenant(organization_id, (tx) =>
      takeFlow(tx, { provider_id, purposes: ['launch'], session_id: null }, browserSecret, query, clock.now()),
    )
    if (taken === undefined || browserSecret === undefined || taken.ehrId === null) throw refused('not_begun_here')
    if (new URLSearchParams(query).has('error')) throw refused('cancelled')
    const { ehr, provider } = await requireLaunch(organization_id, taken.ehrId)
    const redirectUri = redirectUriOf(publicUrl, provider_id)
    const { answer, ...launched } = await arrive(ehr, provider, { ...taken, redirectUri, query })
    const owner = { organization_id, ehr_id: ehr.id }
    const way = { browserSecret, state: taken.state }
    await database.tenant(organization_id, async (tx) => {
      const { launchHash } = taken
      if (launchHash !== null && !(await useLaunch(tx, owner, launchHash, clock.now()))) throw refused('not_begun_here')
      const kept = { ...owner, subject: answer.claims.sub, patient: launched }
      await keepPatient(tx, config, kept, way, clock.now())
    })
    const { signedIn, emailKey } = await signIn.admit(settings, answer, browserSecret, {
      source: devices.sourceOf(request, ''),
      site: siteOf(request, config.publicUrl),
      userAgent: request.headers['user-agent'],
    })
    return enter({ config, devices }, { request, reply }, emailKey, signedIn)
  })

  async function arrive(
    ehr: Parameters<typeof exchange>[1],
    provider: Parameters<typeof exchange>[2],
    way: Parameters<typeof exchange>[3],
  ) {
    try {
      const { answer, patient, accessToken } = await exchange(deps, ehr, provider, way)
      const patientId = patientIdOf(patient)
      const values = valuesOf(await readPatient(deps, ehr, patientId, accessToken), patientId, ehr.code_system)
      return { answer, patientId, values }
    } catch (error) {
      throw error instanceof PatientRefused ? refused(error.reason) : refusalOf(error)
    }
  }

  const requirePatient = async (tx: Tx, examiner: Examiner, request: FastifyRequest, state: string) => {
    const way = { browserSecret: browserOf(request), state, userId: examiner.userId }
    const found = await findPatient(tx, config, way, clock.now())
    if (found === undefined) throw new AppError('not_found')
    return found
  }

  implement.inTenant('POST /user/provider/launch/patient/', async ({ tx, principal, body, request }) => {
    const examiner = requireExaminer(principal)
    return describeLaunch(tx, examiner, await requirePatient(tx, examiner, request, body.state))
  })
  implement.inTenant('POST /user/provider/launch/register/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, async () => {
      const examiner = requireExaminer(principal)
      const found = await requirePatient(tx, examiner, request, body.state)
      return registerLaunched(deps, tx, examiner, found, body.participant)
    }),
  )
  implement.inTenant(
    'POST /user/provider/launch/connect/',
    async ({ tx, principal, body, request }): Promise<undefined> => {
      const examiner = requireExaminer(principal)
      const found = await requirePatient(tx, examiner, request, body.state)
      await connectLaunched(deps, tx, examiner, found, body.participant_id)
      await deps.noteConnection(tx, principal, body.participant_id)
    },
  )
}
