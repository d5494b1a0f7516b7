import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

/**
 * What a browser answers for a passkey (WebAuthn, level 2, sections 7.1 and 7.2), without attestation: whoever makes a
 * passkey has shown the password, and what is to be trusted is the key alone. The browser itself unpacks that key.
 */
export type Registration = { clientData: Buffer; authenticatorData: Buffer; publicKey: Buffer; credentialId: Buffer }
export type Assertion = { clientData: Buffer; authenticatorData: Buffer; signature: Buffer }
export type StoredPasskey = { public_key: Buffer; host: string; sign_count: number }

const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.url(),
  crossOrigin: z.boolean().optional(),
})
const present = 0x01
const hasCredential = 0x40

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The host's name that asked, when this is the answer to the challenge. */
function hostOf(clientData: Buffer, type: 'webauthn.create' | 'webauthn.get', challenge: string): string | undefined {
  let json: unknown
  try {
    json = JSON.parse(clientData.toString())
  } catch {
    return undefined
  }
  const { data } = ClientData.safeParse(json)
  if (data?.type !== type || data.challenge !== challenge || data.crossOrigin === true) return undefined
  return new URL(data.origin).hostname
}

function readAuthenticatorData(bytes: Buffer) {
  if (bytes.length < 37) return undefined
  return {
    hostHash: bytes.subarray(0, 32),
    flags: bytes[32]!,
    signCount: bytes.readUInt32BE(33),
    rest: bytes.subarray(37),
  }
}

function readPublicKey(der: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return ['ec', 'ed25519', 'rsa'].includes(key.asymmetricKeyType!) ? key : undefined
  } catch {
    return undefined
  }
}

/** What to keep of a new passkey; undefined when the answer is not one to this challenge. */
export function checkRegistration(
  { clientData, authenticatorData, publicKey, credentialId }: Registration,
  challenge: string,
): StoredPasskey | undefined {
  const host = hostOf(clientData, 'webauthn.create', challenge)
  const data = readAuthenticatorData(authenticatorData)
  if (host === undefined || data === undefined || !data.hostHash.equals(sha256(host))) return undefined
  if ((data.flags & present) === 0 || (data.flags & hasCredential) === 0) return undefined
  // After the maker's 16 bytes: the length of the credential's id, and the id.
  const idLength = data.rest.length < 18 ? 0 : data.rest.readUInt16BE(16)
  if (idLength === 0 || !data.rest.subarray(18, 18 + idLength).equals(credentialId)) return undefined
  if (readPublicKey(publicKey) === undefined) return undefined
  return { public_key: publicKey, host, sign_count: data.signCount }
}

/** The passkey's new count; undefined when it did not sign this challenge for its own host, or is a copy of another. */
export function checkAssertion(
  stored: StoredPasskey,
  { clientData, authenticatorData, signature }: Assertion,
  challenge: string,
): number | undefined {
  const data = readAuthenticatorData(authenticatorData)
  const key = readPublicKey(stored.public_key)
  if (data === undefined || key === undefined) return undefined
  if (hostOf(clientData, 'webauthn.get', challenge) !== stored.host) return undefined
  if (!data.hostHash.equals(sha256(stored.host)) || (data.flags & present) === 0) return undefined
  const signed = Buffer.concat([authenticatorData, sha256(clientData)])
  if (!verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature)) return undefined
  // Those that are kept on several devices count nothing.
  const counts = data.signCount > 0 || stored.sign_count > 0
  return counts && data.signCount <= stored.sign_count ? undefined : data.signCount
}
