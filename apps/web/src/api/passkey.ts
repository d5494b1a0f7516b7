import type { NewPasskey, PasskeyProof } from '@fonema/contract'

/** The challenge and the passkeys of a sign-in answer. */
export type PasskeyRequest = { challenge: string; passkeys: { credential_id: string; host: string }[] }

/** Browsers bind passkeys to host names, and support them only over HTTPS or on this machine. */
export const canUsePasskeys = () =>
  globalThis.PublicKeyCredential !== undefined && !/^[\d.]+$|:/.test(location.hostname)

/** The passkeys that were created on this host. */
export const usableHere = ({ passkeys }: PasskeyRequest) =>
  canUsePasskeys() ? passkeys.filter(({ host }) => host === location.hostname) : []

/** Whether the browser or the authenticator refused; the library wraps such errors. */
export const isOfBrowser = (error: unknown) => error instanceof Error && (error.cause ?? error) instanceof DOMException

/** Whether the user closed the browser's own dialog, which is not a failure. */
export const wasLeft = (error: unknown) => isOfBrowser(error) && (error as Error).name === 'NotAllowedError'

/** Loaded on demand, to keep the sign-in page small. */
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
      // A password is required as well, so the passkey need not be discoverable.
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
