import { codeOf, stepAt } from '../src/auth/totp.ts'

/** The bytes of a base32 key, decoded independently of the product's encoder. */
export function secretOf(key: string): Buffer {
  const bits = Array.from(key.replaceAll(' ', ''), (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an app with the key shows at a time, or that many steps later. */
export const shownByApp = (key: string, time: Date, steps = 0) => codeOf(secretOf(key), stepAt(time) + steps)
