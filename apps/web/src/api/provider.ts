import type { BodyOf, Contract, EhrId, ProviderId } from '@fonema/contract'
import { call } from './call.ts'
import { signOut } from './session.ts'

/** Why this tab went to an identity provider, and which page it goes on with. */
type Errand = {
  purpose: 'sign_in' | 'confirmation' | 'launch'
  returnTo: string | null
  /** The dialog of that page that asked for a confirmation. */
  dialog?: string
}

const errandItem = 'fonema.provider_errand'
const proofItem = 'fonema.provider_proof'

/** Where providers send the browser back to; the server registers the same address. */
export const returnPath = /^\/sign_in\/provider\/([\da-f-]{36})\/?$/

export function takeErrand(): Errand {
  const text = sessionStorage.getItem(errandItem)
  sessionStorage.removeItem(errandItem)
  return text === null ? { purpose: 'sign_in', returnTo: null } : JSON.parse(text)
}

function leave(address: string, errand: Errand): void {
  sessionStorage.setItem(errandItem, JSON.stringify(errand))
  location.assign(address)
}

/** Leaves for the provider to sign in. */
export async function signInAt(provider_id: ProviderId, email: string, returnTo: string | null): Promise<void> {
  const { address } = await call('POST /user/provider/begin/', { body: { provider_id, ...(email && { email }) } })
  leave(address, { purpose: 'sign_in', returnTo })
}

/** A launch from a health record, in the address that it opened. */
export const launchPath = /^\/launch\/([\da-f-]{36})\/?$/

/** Leaves for the health record's sign-in, and comes back to the page of its patient. */
export async function launchAt(
  body: { ehr_id: EhrId; iss?: string; launch?: string },
  pageOf: (state: string) => string,
): Promise<void> {
  const { address } = await call('POST /user/provider/launch/begin/', { body })
  const state = new URL(address).searchParams.get('state') ?? ''
  leave(address, { purpose: 'launch', returnTo: pageOf(state) })
}

/** Leaves for the provider to sign in again, and comes back to this page with a proof for `dialog`. */
export async function confirmAtProvider(
  body: BodyOf<Contract['POST /user/provider/confirm/']>,
  dialog: string,
): Promise<void> {
  const { address } = await call('POST /user/provider/confirm/', { body })
  leave(address, { purpose: 'confirmation', returnTo: location.pathname, dialog })
}

/** The provider's proof of who the person is, and the dialog that asked for it. */
export type Returned = { proof: string; dialog: string }
type Kept = Returned & { page: string }

/** Kept until the page that asked for it is shown again. */
export function keepProof({ returnTo, dialog = '' }: Errand, proof: string): void {
  sessionStorage.setItem(
    proofItem,
    JSON.stringify({ page: returnTo, proof, dialog } satisfies { [K in keyof Kept]: unknown }),
  )
}

/** What was brought back to this page, once. */
export function takeProof(): Returned | null {
  const kept: Kept | null = JSON.parse(sessionStorage.getItem(proofItem) ?? 'null')
  if (kept?.page !== location.pathname) return null
  sessionStorage.removeItem(proofItem)
  return kept
}

/** Signs out here, and at the provider if the session came from one. */
export async function signOutEverywhere(): Promise<void> {
  const signal = AbortSignal.timeout(3_000) // a provider that is away keeps nobody here
  const { address } = await call('GET /user/provider/logout/', { signal }).catch(() => ({ address: null }))
  void signOut()
  // Replaces the way to the sign-in page, which the provider's page leads back to.
  if (address !== null) location.assign(address)
}
