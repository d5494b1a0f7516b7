import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** What a test may say otherwise than a browser and its authenticator would. */
type Lies = { origin?: string; host?: string; type?: string; flags?: number; count?: number; key?: KeyObject }

/** A passkey of a browser on a host, as the authenticator and the browser answer for it. */
export function createPasskey(host = 'clinic.example', kind: 'ec' | 'ed25519' | 'rsa' = 'ec') {
  const { publicKey, privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ed25519')
  const id = randomBytes(16)
  const credential_id = id.toString('base64url')
  const clientDataOf = (type: string, challenge: string, { origin = `https://${host}` }: Lies) =>
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
    register(challenge: string, lies: Lies = {}) {
      const length = Buffer.from([0, id.length])
      const authenticatorData = Buffer.concat([headOf(lies, 0x45), Buffer.alloc(16), length, id, Buffer.from('key')])
      return {
        name: 'Equipo',
        credential_id,
        client_data: clientDataOf(lies.type ?? 'webauthn.create', challenge, lies).toString('base64url'),
        authenticator_data: authenticatorData.toString('base64url'),
        public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
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
