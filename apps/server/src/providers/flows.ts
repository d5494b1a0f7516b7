import { createHmac } from 'node:crypto'
import type { EhrId, OrganizationId, ProviderId, ReportId } from '@fonema/contract'
import type { Confirmed } from '../auth/service.ts'
import { hashOfToken, newSecret } from '../auth/tokens.ts'
import { clockSkewSeconds } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import './tables.ts'

const flowSeconds = 600

/** What a browser takes to the provider. Nonce and verifier follow from its secret, so nobody else can have them. */
type FlowSecrets = { state: string; nonce: string; verifier: string }

const secretsOf = (browserSecret: string, state: string): FlowSecrets => {
  const derive = (use: string) => createHmac('sha256', browserSecret).update(`${use}\n${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

export type Flow = {
  organization_id: OrganizationId
  provider_id: ProviderId
  purpose: 'sign_in' | 'launch' | Confirmed['purpose']
  session_id: string | null
  /** To sign. */
  report_id?: ReportId | null
  /** Of a launch from a health record. */
  ehr_id?: EhrId
  launch_hash?: Buffer | null
}

/**
 * Begins the way to a provider. Two tabs of a browser may be on their way at once.
 *
 * @throws {AppError} `provider_unreachable` for a provider that was removed at this moment
 */
export async function beginFlow(tx: Tx, flow: Flow, browserSecret: string, now: Date): Promise<FlowSecrets> {
  const provider = await tx
    .selectFrom('identity_providers')
    .select('id')
    .where('id', '=', flow.provider_id)
    .forKeyShare()
    .executeTakeFirst()
  if (provider === undefined) throw new AppError('provider_unreachable')
  const state = newSecret()
  await tx.deleteFrom('provider_flows').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('provider_flows')
    .values({
      ...flow,
      hash: hashOfFlow(browserSecret, state),
      created_at: now,
      expires_at: new Date(now.getTime() + flowSeconds * 1000),
    })
    .execute()
  return secretsOf(browserSecret, state)
}

/** The state alone is in addresses and logs, so the flow is found only together with the browser's secret. */
const hashOfFlow = (browserSecret: string, state: string) => hashOfToken(`${browserSecret}\n${state}`)

export type Taken = FlowSecrets & {
  begunAt: Date
  purpose: Flow['purpose']
  reportId: ReportId | null
  ehrId: EhrId | null
  launchHash: Buffer | null
}

/** Ends the way: undefined if it was not begun in this browser for one of these purposes, is over, or was used. */
export async function takeFlow(
  tx: Tx,
  {
    provider_id,
    purposes,
    session_id,
  }: Pick<Flow, 'provider_id' | 'session_id'> & { purposes: readonly Flow['purpose'][] },
  browserSecret: string | undefined,
  query: string,
  now: Date,
): Promise<Taken | undefined> {
  const states = new URLSearchParams(query).getAll('state')
  const [state] = states
  if (browserSecret === undefined || state === undefined || states.length > 1) return undefined
  const latest = new Date(now.getTime() + (flowSeconds + clockSkewSeconds) * 1000)
  const taken = await tx
    .deleteFrom('provider_flows')
    .where('hash', '=', hashOfFlow(browserSecret, state))
    .where('provider_id', '=', provider_id)
    .where('purpose', 'in', purposes)
    .where('session_id', 'is not distinct from', session_id)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latest)
    .returning(['created_at', 'purpose', 'report_id', 'ehr_id', 'launch_hash'])
    .executeTakeFirst()
  if (taken === undefined) return undefined
  const { created_at: begunAt, purpose, report_id: reportId, ehr_id: ehrId, launch_hash: launchHash } = taken
  return { ...secretsOf(browserSecret, state), begunAt, purpose, reportId, ehrId, launchHash }
}
