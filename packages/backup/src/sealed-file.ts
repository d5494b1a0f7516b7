import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { ByteReader } from './byte-reader.ts'

/** What decrypts a backup: a passphrase, or the bytes of a key file. */
export type BackupSecret = { kind: 'passphrase'; passphrase: string } | { kind: 'key'; key: Buffer }

/** A backup that is damaged, incomplete, not a backup, or encrypted with another secret. */
export class BackupUnreadable extends Error {}

const magic = Buffer.from('FONEMA BACKUP 1\n')
const saltBytes = 16
const frameBytes = 1 << 20
const tagBytes = 16
const deriveFromPassphrase = promisify(scrypt) as (
  secret: string,
  salt: Buffer,
  length: number,
  options: object,
) => Promise<Buffer>

/** Each file has its own key, from its salt. Each guess of a passphrase takes half a second and 128 MB. */
const keyOf = (secret: BackupSecret, salt: Buffer): Promise<Buffer> =>
  secret.kind === 'passphrase'
    ? deriveFromPassphrase(secret.passphrase, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 })
    : Promise.resolve(Buffer.from(hkdfSync('sha256', secret.key, salt, 'fonema/backup', 32)))

/** Derives the key of a backup once, however often the backup is read: each derivation would take 128 MB again. */
export function deriveOnce(secret: BackupSecret): (salt: Buffer) => Promise<Buffer> {
  const keys = new Map<string, Promise<Buffer>>()
  return (salt) => {
    const key = keys.get(salt.toString('hex')) ?? keyOf(secret, salt)
    keys.set(salt.toString('hex'), key)
    return key
  }
}

/** The nonce contains a frame's number and whether it is the last, so that no frame can be removed, moved or added. */
function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(frame))
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts a backup with AES-256-GCM in frames of one megabyte. */
export async function* seal(plain: AsyncIterable<Buffer>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const header = Buffer.concat([magic, Buffer.from([secret.kind === 'passphrase' ? 0 : 1]), randomBytes(saltBytes)])
  const key = await keyOf(secret, header.subarray(-saltBytes))
  yield header
  let frame = 0
  const sealFrame = (bytes: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(frame++, isLast))
    cipher.setAAD(header)
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE((sealed.length << 1) | Number(isLast))
    return Buffer.concat([length, sealed, cipher.getAuthTag()])
  }
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for await (const chunk of plain) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < frameBytes) continue
    let whole = Buffer.concat(waiting)
    for (; whole.length >= frameBytes; whole = whole.subarray(frameBytes))
      yield sealFrame(whole.subarray(0, frameBytes), false)
    waiting = [whole]
    waitingBytes = whole.length
  }
  yield sealFrame(Buffer.concat(waiting), true)
}

/**
 * Decrypts a backup.
 *
 * @param derive from `deriveOnce`, for a backup that is read more than once
 * @throws {BackupUnreadable} at the first altered byte, and when the end is missing
 */
export async function* unseal(
  sealed: AsyncIterable<Buffer>,
  secret: BackupSecret,
  derive = deriveOnce(secret),
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(sealed)
  const cut = () => new BackupUnreadable('The backup is incomplete: it was cut off.')
  const header = await reader.take(magic.length + 1 + saltBytes)
  if (header === undefined || !header.subarray(0, magic.length).equals(magic))
    throw new BackupUnreadable('This is not a backup of Fonema.')
  const kind = header[magic.length] === 0 ? 'passphrase' : 'key'
  if (kind !== secret.kind)
    throw new BackupUnreadable(`This backup needs ${kind === 'key' ? 'BACKUP_KEY_FILE' : 'BACKUP_PASSPHRASE'}.`)
  const key = await derive(header.subarray(-saltBytes))
  for (let frame = 0; ; frame++) {
    const length = await reader.take(4)
    if (length === undefined) throw cut()
    const isLast = (length.readUInt32BE() & 1) === 1
    const size = length.readUInt32BE() >>> 1
    if (size > frameBytes) throw new BackupUnreadable('The backup is damaged.')
    const sealedFrame = await reader.take(size + tagBytes)
    if (sealedFrame === undefined) throw cut()
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(frame, isLast))
    decipher.setAAD(header)
    decipher.setAuthTag(sealedFrame.subarray(size))
    const plain = decipher.update(sealedFrame.subarray(0, size))
    try {
      decipher.final()
    } catch {
      throw new BackupUnreadable(
        frame === 0
          ? 'The backup cannot be decrypted: the key or passphrase is wrong, or it is damaged.'
          : 'The backup is damaged.',
      )
    }
    yield plain
    if (isLast) break
  }
  if ((await reader.take(1)) !== undefined) throw new BackupUnreadable('There is data after the end of the backup.')
}
