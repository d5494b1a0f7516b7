import { BitReader, crc8, crc16 } from './flac-bits.ts'
import { FlacError } from './flac-error.ts'
import type { Wav } from './wav.ts'

export type FlacInfo = {
  readonly sampleRateHz: number
  readonly channels: number
  readonly bitsPerSample: number
  /** samples per channel; 0: the encoder did not know it */
  readonly frames: number
}

/** How many bytes of a file `readFlacInfo` reads. */
export const flacInfoBytes = 42

// Silence compresses to almost nothing, so a short file can claim days of audio.
const maximumFrames = 2 ** 28

const fixedRatesHz = [0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]
const fixedBits = [0, 8, 12, -1, 16, 20, 24, 32]
// Channel assignments that store a difference.
const leftSide = 8
const sideRight = 9
const midSide = 10
const fixedPredictors = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

/**
 * Reads FLAC of up to 24 bits without loss, and verifies the checksums of each frame.
 *
 * @throws {FlacError} when the bytes are no FLAC file, end early, are damaged, or hold no sample
 * @see RFC 9639, "Free Lossless Audio Codec (FLAC)"
 */
export function readFlac(bytes: Uint8Array): Wav {
  const info = readFlacInfo(bytes)
  const { sampleRateHz, channels, bitsPerSample } = info
  const end = info.frames === 0 ? maximumFrames : info.frames
  const scale = channels * 2 ** (bitsPerSample - 1)
  let samples = new Float32Array(Math.min(end, 8 * bytes.length))
  let frames = 0
  for (let at = firstFrame(bytes); frames < end; ) {
    if (info.frames === 0 && at === bytes.length) break
    const block = decodeFrame(bytes, at, info)
    const blockFrames = block.channels[0]!.length
    if (frames + blockFrames > end) throw new FlacError(info.frames === 0 ? 'too_long' : 'corrupt')
    if (frames + blockFrames > samples.length) {
      const longer = new Float32Array(Math.min(end, 2 * (frames + blockFrames)))
      longer.set(samples)
      samples = longer
    }
    for (let i = 0; i < blockFrames; i++) {
      let sum = 0
      for (const channel of block.channels) sum += channel[i]!
      samples[frames + i] = sum / scale
    }
    frames += blockFrames
    at = block.end
  }
  if (frames === 0) throw new FlacError('no_samples')
  return { samples: samples.subarray(0, frames), sampleRateHz, channels, bitsPerSample, frames }
}

/**
 * Reads the format of a FLAC file from its first bytes.
 *
 * @throws {FlacError} when these bytes do not begin a FLAC file that `readFlac` supports
 */
export function readFlacInfo(bytes: Uint8Array): FlacInfo {
  if (bytes.length < 8 || String.fromCharCode(...bytes.subarray(0, 4)) !== 'fLaC') throw new FlacError('not_flac')
  const bits = new BitReader(bytes, 4)
  bits.read(1)
  if (bits.read(7) !== 0 || bits.read(24) !== 34) throw new FlacError('not_flac') // the first block must be STREAMINFO
  bits.skip(16 + 16 + 24 + 24)
  const sampleRateHz = bits.read(20)
  const channels = bits.read(3) + 1
  const bitsPerSample = bits.read(5) + 1
  const frames = bits.read(4) * 2 ** 32 + bits.read(32)
  if (bytes.length < flacInfoBytes) throw new FlacError('truncated')
  if (sampleRateHz === 0 || bitsPerSample < 4 || bitsPerSample > 24) throw new FlacError('unsupported_format')
  if (frames > maximumFrames) throw new FlacError('too_long')
  return { sampleRateHz, channels, bitsPerSample, frames }
}

/** Skips pictures, tags and all other blocks before the audio. */
function firstFrame(bytes: Uint8Array): number {
  let at = 4
  for (let isLast = false; !isLast; ) {
    const bits = new BitReader(bytes, at)
    isLast = bits.read(1) === 1
    bits.skip(7)
    at += 4 + bits.read(24)
    if (at > bytes.length) throw new FlacError('truncated')
  }
  return at
}

function decodeFrame(bytes: Uint8Array, start: number, info: FlacInfo): { channels: Int32Array[]; end: number } {
  const bits = new BitReader(bytes, start)
  const { blockSize, assignment } = readFrameHeader(bits, start, info)
  const channels: Int32Array[] = []
  for (let channel = 0; channel < info.channels; channel++) {
    const isSide = channel === 0 ? assignment === sideRight : assignment === leftSide || assignment === midSide
    channels.push(decodeSubframe(bits, blockSize, info.bitsPerSample + (isSide ? 1 : 0)))
  }
  bits.align()
  const expected = crc16(bytes, start, bits.byte)
  if (bits.read(16) !== expected) throw new FlacError('corrupt')
  if (assignment >= leftSide) undoDifference(channels[0]!, channels[1]!, assignment)
  return { channels, end: bits.byte }
}

function readFrameHeader(bits: BitReader, start: number, info: FlacInfo) {
  // Fourteen ones and a zero. The last bit says whether blocks vary in size, which makes no difference here.
  if (bits.read(15) !== 0x7ffc) throw new FlacError('corrupt')
  bits.skip(1)
  const sizeCode = bits.read(4)
  const rateCode = bits.read(4)
  const assignment = bits.read(4)
  const bitsCode = bits.read(3)
  bits.skip(1)
  skipNumber(bits)
  const blockSize = readBlockSize(bits, sizeCode)
  const rateHz = readRate(bits, rateCode, info)
  const expected = crc8(bits.bytes, start, bits.byte)
  if (bits.read(8) !== expected) throw new FlacError('corrupt')
  const bitsPerSample = bitsCode === 0 ? info.bitsPerSample : fixedBits[bitsCode]
  const channels = assignment < leftSide ? assignment + 1 : assignment <= midSide ? 2 : 0
  // A stream may change its format half way; a recording does not.
  if (rateHz !== info.sampleRateHz || bitsPerSample !== info.bitsPerSample || channels !== info.channels) {
    throw new FlacError('unsupported_format')
  }
  return { blockSize, assignment }
}

/** The number of the frame or sample, encoded like a character in UTF-8. */
function skipNumber(bits: BitReader) {
  const ones = Math.clz32(~(bits.read(8) << 24))
  if (ones === 1 || ones > 7) throw new FlacError('corrupt')
  for (let more = 1; more < ones; more++) if (bits.read(8) >> 6 !== 0b10) throw new FlacError('corrupt')
}

function readBlockSize(bits: BitReader, code: number): number {
  if (code === 0) throw new FlacError('corrupt')
  if (code === 1) return 192
  if (code <= 5) return 144 << code
  if (code === 6) return bits.read(8) + 1
  if (code === 7) return bits.read(16) + 1
  return 1 << code
}

function readRate(bits: BitReader, code: number, { sampleRateHz }: FlacInfo): number {
  if (code === 0) return sampleRateHz
  if (code < 12) return fixedRatesHz[code]!
  if (code === 12) return 1000 * bits.read(8)
  if (code === 13) return bits.read(16)
  if (code === 14) return 10 * bits.read(16)
  throw new FlacError('corrupt')
}

function decodeSubframe(bits: BitReader, blockSize: number, bitsPerSample: number): Int32Array {
  if (bits.read(1) !== 0) throw new FlacError('corrupt')
  const kind = bits.read(6)
  const wasted = bits.read(1) === 1 ? bits.unary() + 1 : 0
  const width = bitsPerSample - wasted
  if (width < 1) throw new FlacError('corrupt')
  const samples = new Int32Array(blockSize)
  if (kind === 0) samples.fill(bits.signed(width))
  else if (kind === 1) for (let i = 0; i < blockSize; i++) samples[i] = bits.signed(width)
  else if (kind >= 8 && kind <= 12) decodeFixed(bits, samples, width, kind - 8)
  else if (kind >= 32) decodeLinear(bits, samples, width, kind - 31)
  else throw new FlacError('corrupt')
  if (wasted > 0) for (let i = 0; i < blockSize; i++) samples[i]! <<= wasted
  return samples
}

function decodeFixed(bits: BitReader, samples: Int32Array, width: number, order: number) {
  readWarmUp(bits, samples, width, order)
  readResidual(bits, samples, order)
  predict(samples, fixedPredictors[order]!, 0)
}

function decodeLinear(bits: BitReader, samples: Int32Array, width: number, order: number) {
  readWarmUp(bits, samples, width, order)
  const precision = bits.read(4) + 1
  const shift = bits.signed(5)
  if (precision === 16 || shift < 0) throw new FlacError('corrupt')
  const coefficients = Array.from({ length: order }, () => bits.signed(precision))
  readResidual(bits, samples, order)
  predict(samples, coefficients, shift)
}

function readWarmUp(bits: BitReader, samples: Int32Array, width: number, order: number) {
  if (order > samples.length) throw new FlacError('corrupt')
  for (let i = 0; i < order; i++) samples[i] = bits.signed(width)
}

/** Reads the Rice-coded residual into the array, after the first `order` samples. */
function readResidual(bits: BitReader, samples: Int32Array, order: number) {
  const parameterBits = bits.read(2) + 4
  const partitions = 1 << bits.read(4)
  const size = samples.length / partitions
  if (parameterBits > 5 || !Number.isInteger(size) || size < order) throw new FlacError('corrupt')
  const unencoded = (1 << parameterBits) - 1
  for (let partition = 0, i = order; partition < partitions; partition++) {
    const parameter = bits.read(parameterBits)
    const end = (partition + 1) * size
    if (parameter === unencoded) {
      const width = bits.read(5)
      for (; i < end; i++) samples[i] = width === 0 ? 0 : bits.signed(width)
    } else for (; i < end; i++) samples[i] = bits.rice(parameter)
  }
}

/** Turns a residual into samples. The sums may exceed 32 bits, but a double always holds them exactly. */
function predict(samples: Int32Array, coefficients: readonly number[], shift: number) {
  const order = coefficients.length
  const divisor = 2 ** shift
  for (let i = order; i < samples.length; i++) {
    let sum = 0
    for (let k = 0; k < order; k++) sum += coefficients[k]! * samples[i - 1 - k]!
    samples[i]! += Math.floor(sum / divisor)
  }
}

function undoDifference(one: Int32Array, two: Int32Array, assignment: number) {
  for (let i = 0; i < one.length; i++) {
    const [first, second] = [one[i]!, two[i]!]
    if (assignment === leftSide) two[i] = first - second
    else if (assignment === sideRight) one[i] = first + second
    else {
      const middle = 2 * first + (second & 1)
      one[i] = (middle + second) >> 1
      two[i] = (middle - second) >> 1
    }
  }
}
