import { createPublicKey } from 'node:crypto'
import type { NewPasskey, PasskeyProof } from '@fonema/contract'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG, cose, decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { Site } from '../platform/http/site.ts'

type StoredPasskey = { credential_id: string; public_key: Uint8Array<ArrayBuffer>; sign_count: number }

const algorithms = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256]
const minModulusBits = 2048

const expected = ({ origin, hostname }: Site, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: hostname,
  requireUserVerification: true,
})
const credentialOf = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} }) as const

/** The passkey to store; undefined when the answer is not for this challenge and this site. */
export function checkRegistration(
  given: NewPasskey,
  challenge: string,
  site: Site,
): Promise<StoredPasskey | undefined> {
  const response = { clientDataJSON: given.client_data, attestationObject: given.attestation_object }
  return orRefused(async () => {
    if (isAttested(given.attestation_object)) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(site, challenge),
      response: { ...credentialOf(given.credential_id), response },
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo === undefined) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    if (id !== given.credential_id || !isStrong(publicKey)) return undefined
    return { credential_id: id, public_key: publicKey, sign_count: counter }
  })
}

/** The passkey's new count; undefined when it did not sign this challenge on this site, or when it is a copy. */
export function checkAssertion(
  { credential_id: id, public_key: publicKey, sign_count: counter }: StoredPasskey,
  given: PasskeyProof,
  challenge: string,
  site: Site,
): Promise<number | undefined> {
  const { client_data: clientDataJSON, authenticator_data: authenticatorData, signature } = given
  return orRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(site, challenge),
      response: { ...credentialOf(id), response: { clientDataJSON, authenticatorData, signature } },
      credential: { id, publicKey, counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

/** The library throws for every invalid answer. */
const orRefused = <T>(check: () => Promise<T | undefined>): Promise<T | undefined> => check().catch(() => undefined)

/**
 * We request no attestation and trust only the key. To check a revocation the library would call the addresses in a
 * certificate, so a caller could make the server call any host.
 */
function isAttested(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const isSelfSigned = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  return decoded.get('fmt') !== 'none' && !isSelfSigned
}

/** The library checks only the algorithm, not the curve or the key length. */
function isStrong(publicKey: Uint8Array<ArrayBuffer>): boolean {
  const key = decodeCredentialPublicKey(publicKey)
  if (cose.isCOSEPublicKeyEC2(key)) return key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256
  if (cose.isCOSEPublicKeyOKP(key)) return key.get(cose.COSEKEYS.crv) === cose.COSECRV.ED25519
  if (!cose.isCOSEPublicKeyRSA(key)) return false
  const [n, e] = [key.get(cose.COSEKEYS.n)!, key.get(cose.COSEKEYS.e)!].map((bytes) =>
    Buffer.from(bytes).toString('base64url'),
  )
  const { modulusLength = 0 } = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' }).asymmetricKeyDetails!
  return modulusLength >= minModulusBits
}
