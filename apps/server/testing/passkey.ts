import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const kinds = {
  ec: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'ec P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed25519: () => generateKeyPairSync('ed25519'),
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'rsa 3072': () => generateKeyPairSync('rsa', { modulusLength: 3072 }),
  'rsa 1024': () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
}
export type PasskeyKind = keyof typeof kinds

/** What a test may falsify in the answer of a browser and its authenticator. */
type Lies = { origin?: string; host?: string; type?: string; flags?: number; count?: number; key?: KeyObject }

/** A public key in the encoding of an authenticator. */
export function coseOf(key: KeyObject): Buffer {
  const { kty, crv, ...parts } = key.export({ format: 'jwk' })
  const part = (name: 'x' | 'y' | 'n' | 'e') => new Uint8Array(Buffer.from(parts[name]!, 'base64url'))
  const names = [1, 3, -1, -2, -3]
  const values =
    kty === 'RSA'
      ? [3, -257, part('n'), part('e')]
      : kty === 'EC'
        ? [2, -7, crv === 'P-256' ? 1 : 2, part('x'), part('y')]
        : [1, -8, 6, part('x')]
  const members = new Map(values.map((value, place) => [names[place]!, value]))
  return Buffer.from(isoCBOR.encode(members))
}

/** A passkey for a site. It answers as the browser and its authenticator would. */
export function createPasskey(address = 'https://clinic.example', kind: PasskeyKind = 'ec') {
  const { hostname: host } = new URL(address)
  const { publicKey, privateKey } = kinds[kind]()
  const id = randomBytes(16)
  const credential_id = id.toString('base64url')
  const clientDataOf = (type: string, challenge: string, { origin = address }: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const headOf = (lies: Lies, flags: number) => {
    const head = Buffer.alloc(37)
    sha256(lies.host ?? host).copy(head)
    head[32] = lies.flags ?? flags
    head.writeUInt32BE(lies.count ?? 0, 33)
    return head
  }

  return {
    credential_id,
    publicKey,
    register(challenge: string, lies: Lies = {}) {
      const length = Buffer.from([0, id.length])
      const key = coseOf(lies.key ?? publicKey)
      const authData = new Uint8Array(Buffer.concat([headOf(lies, 0x45), Buffer.alloc(16), length, id, key]))
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        name: 'Equipo',
        credential_id,
        client_data: clientDataOf(lies.type ?? 'webauthn.create', challenge, lies).toString('base64url'),
        attestation_object: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      }
    },
    sign(challenge: string, lies: Lies = {}) {
      const clientData = clientDataOf(lies.type ?? 'webauthn.get', challenge, lies)
      const authenticatorData = headOf(lies, 0x05)
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      const signature = sign(kind === 'ed25519' ? null : 'sha256', signed, lies.key ?? privateKey)
      return {
        credential_id,
        client_data: clientData.toString('base64url'),
        authenticator_data: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}
