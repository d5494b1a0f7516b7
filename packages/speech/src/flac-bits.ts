import { FlacError } from './flac-error.ts'

/** Reads bits, the highest of each byte first. Reading beyond the end throws. */
export class BitReader {
  readonly bytes: Uint8Array
  readonly #end: number
  // Position of the next bit.
  #at: number

  constructor(bytes: Uint8Array, byte: number) {
    this.bytes = bytes
    this.#at = 8 * byte
    this.#end = 8 * bytes.length
  }

  /** Where the next whole byte begins. */
  get byte(): number {
    return this.#at / 8
  }

  align() {
    this.#at = 8 * Math.ceil(this.#at / 8)
  }

  skip(count: number) {
    this.#at += count
    if (this.#at > this.#end) throw new FlacError('truncated')
  }

  /** Up to 32 bits. */
  read(count: number): number {
    if (count > 24) return this.read(count - 24) * 2 ** 24 + this.read(24)
    if (count === 0) return 0
    const value = this.#next() >>> (32 - count)
    this.skip(count)
    return value
  }

  /** Two's complement of 1 to 32 bits. */
  signed(count: number): number {
    return (this.read(count) << (32 - count)) >> (32 - count)
  }

  /** The number of zeros before a one. */
  unary(): number {
    for (let zeros = 0; ; ) {
      const ahead = 32 - (this.#at % 8)
      const run = Math.clz32(this.#next())
      if (run < ahead) {
        this.skip(run + 1)
        return zeros + run
      }
      this.skip(ahead)
      zeros += ahead
    }
  }

  rice(parameter: number): number {
    const folded = this.unary() * 2 ** parameter + this.read(parameter)
    if (folded > 0xffffffff) throw new FlacError('corrupt')
    return (folded >>> 1) ^ -(folded & 1)
  }

  /** The next bits, highest first: at least 25 of them. */
  #next(): number {
    const byte = Math.floor(this.#at / 8)
    const { bytes } = this
    const word = (bytes[byte]! << 24) | (bytes[byte + 1]! << 16) | (bytes[byte + 2]! << 8) | bytes[byte + 3]!
    return word << (this.#at % 8)
  }
}

/** The remainder of each byte divided by the polynomial of a checksum. */
function checksumTable(width: 8 | 16, polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte << (width - 8)
    for (let bit = 0; bit < 8; bit++) {
      remainder = remainder >> (width - 1) === 1 ? (remainder << 1) ^ polynomial : remainder << 1
      remainder &= 2 ** width - 1
    }
    return remainder
  })
}
const crc8Table = checksumTable(8, 0x07)
const crc16Table = checksumTable(16, 0x8005)

export function crc8(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0
  for (let i = start; i < end; i++) crc = crc8Table[crc ^ bytes[i]!]!
  return crc
}

export function crc16(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0
  for (let i = start; i < end; i++) crc = ((crc << 8) & 0xffff) ^ crc16Table[(crc >> 8) ^ bytes[i]!]!
  return crc
}
