import type { NewPasskey, PasskeyProof } from '@fonema/contract'

/** What a sign-in says that a passkey could sign. */
export type PasskeyRequest = { challenge: string; passkeys: { credential_id: string; host: string }[] }

/** A browser keeps passkeys for names of hosts, on pages that came over HTTPS or from this machine. */
export const canUsePasskeys = () =>
  globalThis.PublicKeyCredential !== undefined && !/^[\d.]+$|:/.test(location.hostname)

/** Those that were made on this host. */
export const usableHere = ({ passkeys }: PasskeyRequest) =>
  canUsePasskeys() ? passkeys.filter(({ host }) => host === location.hostname) : []

/** What the browser or the authenticator refused; the library wraps it. */
export const isOfBrowser = (error: unknown) => error instanceof Error && (error.cause ?? error) instanceof DOMException

/** Whoever closes the browser's own dialog has not failed. */
export const wasLeft = (error: unknown) => isOfBrowser(error) && (error as Error).name === 'NotAllowedError'

/** Loaded by those who use a passkey: the sign-in page stays light. */
const browserPart = () => import('@simplewebauthn/browser')

const describe = (id: string) => ({ type: 'public-key', id }) as const

export async function makePasskey(
  {
    challenge,
    host,
    user,
    known,
  }: { challenge: string; host: string; user: { id: string; email: string }; known: string[] },
  name: string,
): Promise<NewPasskey> {
  const { startRegistration } = await browserPart()
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { name: 'Fonema', id: host },
      user: { id: btoa(user.id), name: user.email, displayName: user.email },
      // ES256, EdDSA, RS256.
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known.map(describe),
      // The password stands beside it: the account need not be on the key.
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      attestation: 'none',
    },
  })
  const { clientDataJSON: client_data, attestationObject: attestation_object } = response
  return { name, credential_id: id, client_data, attestation_object }
}

export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyProof> {
  const { startAuthentication } = await browserPart()
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge: request.challenge,
      rpId: location.hostname,
      allowCredentials: usableHere(request).map(({ credential_id }) => describe(credential_id)),
      userVerification: 'required',
    },
  })
  const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature } = response
  return { credential_id: id, client_data, authenticator_data, signature }
}
