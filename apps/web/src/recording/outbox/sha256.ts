// FIPS 180-4. The browser's digest needs all bytes at once; this one hashes a long recording chunk by chunk.

const primes = firstPrimes(64)
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32) | 0
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const blockBytes = 64

/** A hash before its end, as plain values: it goes on where an earlier page stopped. */
export type Sha256State = { words: number[]; rest: number[]; bytes: number }

export function createSha256(from: Sha256State = { words: [...initial], rest: [], bytes: 0 }) {
  const state = Int32Array.from(from.words)
  const words = new Int32Array(64)
  const rest = new Uint8Array(blockBytes)
  rest.set(from.rest)
  let filled = from.rest.length
  let { bytes } = from

  function block(data: Uint8Array, at: number) {
    for (let i = 0; i < 16; i++, at += 4) {
      words[i] = (data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!
    }
    for (let i = 16; i < 64; i++) {
      const w15 = words[i - 15]!
      const w2 = words[i - 2]!
      const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3)
      const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10)
      words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0
    }
    let a = state[0]!
    let b = state[1]!
    let c = state[2]!
    let d = state[3]!
    let e = state[4]!
    let f = state[5]!
    let g = state[6]!
    let h = state[7]!
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i]! + words[i]!) | 0
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    state[0]! += a
    state[1]! += b
    state[2]! += c
    state[3]! += d
    state[4]! += e
    state[5]! += f
    state[6]! += g
    state[7]! += h
  }

  function update(data: Uint8Array): void {
    bytes += data.length
    let at = 0
    if (filled > 0) {
      at = Math.min(blockBytes - filled, data.length)
      rest.set(data.subarray(0, at), filled)
      filled += at
      if (filled < blockBytes) return
      block(rest, 0)
      filled = 0
    }
    for (; at + blockBytes <= data.length; at += blockBytes) block(data, at)
    rest.set(data.subarray(at))
    filled = data.length - at
  }

  return {
    update,
    state: (): Sha256State => ({ words: [...state], rest: [...rest.subarray(0, filled)], bytes }),
    /** Hexadecimal, as the upload's `sha256` field. Finishes the hash. */
    hex(): string {
      const length = bytes
      const padded = new Uint8Array((filled < 56 ? blockBytes : 2 * blockBytes) - filled)
      padded[0] = 0x80
      const tail = new DataView(padded.buffer)
      tail.setUint32(padded.length - 8, Math.floor(length / 2 ** 29))
      tail.setUint32(padded.length - 4, (length << 3) >>> 0)
      update(padded)
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    },
  }
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
