import type { NewPasskey, PasskeyProof } from '@fonema/contract'

/** What a sign-in says that a passkey could sign. */
export type PasskeyRequest = { challenge: string; passkeys: { credential_id: string; host: string }[] }

/** A browser keeps passkeys for names of hosts, on pages that came over HTTPS or from this machine. */
export const canUsePasskeys = () =>
  globalThis.PublicKeyCredential !== undefined && !/^[\d.]+$|:/.test(location.hostname)

/** Those that were made on this host. */
export const usableHere = ({ passkeys }: PasskeyRequest) =>
  canUsePasskeys() ? passkeys.filter(({ host }) => host === location.hostname) : []

/** Whoever closes the browser's own dialog has not failed. */
export const wasLeft = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

export async function makePasskey(
  { challenge, user, known }: { challenge: string; user: { id: string; email: string }; known: string[] },
  name: string,
): Promise<NewPasskey> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { name: 'Fonema', id: location.hostname },
      user: { id: new TextEncoder().encode(user.id), name: user.email, displayName: user.email },
      // ES256, EdDSA, RS256.
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: known.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
      // The password stands beside it: the account need not be on the key.
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      attestation: 'none',
    },
  })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    name,
    credential_id: textOf(credential.rawId),
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.getAuthenticatorData()),
    public_key: textOf(response.getPublicKey()!), // of the three kinds that were asked for
  }
}

export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyProof> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(request.challenge),
      rpId: location.hostname,
      allowCredentials: usableHere(request).map(({ credential_id }) => ({
        type: 'public-key',
        id: bytesOf(credential_id),
      })),
      userVerification: 'preferred',
    },
  })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    credential_id: textOf(credential.rawId),
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  }
}

/** Between base64url and bytes. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
