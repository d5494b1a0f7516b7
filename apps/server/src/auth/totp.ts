import { createHmac } from 'node:crypto'

const stepMs = 30_000

/**
 * The six digits of a step: RFC 4226 with the parameters of all authenticator apps (SHA-1, RFC 6238's 30 s).
 */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const truncated = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff
  return String(truncated % 1_000_000).padStart(6, '0')
}

export const stepAt = (time: Date) => Math.floor(time.getTime() / stepMs)

/** The step of a code: the present one or one to either side, and later than the last accepted one. */
export function stepOf(code: string, secret: Buffer, now: Date, lastStep: number | null): number | undefined {
  const present = stepAt(now)
  return [present - 1, present, present + 1].find(
    (step) => (lastStep === null || step > lastStep) && codeOf(secret, step) === code,
  )
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, for lengths that need no padding: multiples of five bytes. */
export const base32 = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replace(/.{5}/g, (five) => letters[Number.parseInt(five, 2)]!)

/** The content of the QR code that an app reads. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = [issuer, account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
}
