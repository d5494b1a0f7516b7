export type WavErrorCode = 'not_wav' | 'unsupported_format' | 'inconsistent' | 'no_samples'

export class WavError extends Error {
  readonly code: WavErrorCode
  constructor(code: WavErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

export type Wav = {
  /** all channels mixed to mono, −1 … 1 */
  readonly samples: Float32Array
  readonly sampleRateHz: number
  readonly channels: number
  readonly bitsPerSample: number
  /** samples per channel */
  readonly frames: number
}

type Format = {
  readonly encoding: 'pcm' | 'float'
  readonly channels: number
  readonly sampleRateHz: number
  readonly bitsPerSample: number
  readonly bytesPerSample: number
  readonly bytesPerFrame: number
}

const pcmTag = 1
const floatTag = 3
const extensibleTag = 0xfffe

/**
 * Reads PCM of 8, 16, 24 or 32 bits or float of 32 or 64 bits. A file that is shorter than its header says (a recording
 * that was cut off, or one streamed without a length) gives the samples that it has.
 *
 * @throws {WavError} when the bytes are no WAV file, contradict themselves, have another encoding, or hold no sample
 * @see IBM and Microsoft 1991, "Multimedia Programming Interface and Data Specifications 1.0"
 */
export function readWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || tag(bytes, 0) !== 'RIFF' || tag(bytes, 8) !== 'WAVE') throw new WavError('not_wav')

  let format: Format | undefined
  let at = 12
  while (at + 8 <= bytes.length) {
    const name = tag(bytes, at)
    const start = at + 8
    const length = Math.min(view.getUint32(at + 4, true), bytes.length - start)
    if (name === 'fmt ') format = readFormat(view, start, length)
    if (name === 'data') {
      if (format === undefined) throw new WavError('not_wav')
      return decode(view, start, length, format)
    }
    // Chunks begin at even offsets.
    at = start + length + (length % 2)
  }
  throw new WavError(format === undefined ? 'not_wav' : 'no_samples')
}

/** A mono file of 16-bit PCM. */
export function writeWav16(samples: Int16Array, sampleRateHz: number): Uint8Array {
  const dataLength = 2 * samples.length
  const bytes = new Uint8Array(44 + dataLength)
  const view = new DataView(bytes.buffer)
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, 36 + dataLength, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, pcmTag, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRateHz, true)
  view.setUint32(28, 2 * sampleRateHz, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, dataLength, true)
  for (let i = 0; i < samples.length; i++) view.setInt16(44 + 2 * i, samples[i]!, true)
  return bytes
}

function tag(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function readFormat(view: DataView, start: number, length: number): Format {
  if (length < 16) throw new WavError('not_wav')
  const outerTag = view.getUint16(start, true)
  // The extensible form has the actual encoding in the first two bytes of its sub-format.
  if (outerTag === extensibleTag && length < 26) throw new WavError('unsupported_format')
  const innerTag = outerTag === extensibleTag ? view.getUint16(start + 24, true) : outerTag
  const channels = view.getUint16(start + 2, true)
  const sampleRateHz = view.getUint32(start + 4, true)
  const bitsPerSample = view.getUint16(start + 14, true)
  const encoding = innerTag === pcmTag ? 'pcm' : innerTag === floatTag ? 'float' : undefined
  const supported = (encoding === 'pcm' ? [8, 16, 24, 32] : [32, 64]).includes(bitsPerSample)
  if (encoding === undefined || !supported || channels === 0 || sampleRateHz === 0) {
    throw new WavError('unsupported_format')
  }
  const bytesPerSample = bitsPerSample / 8
  const bytesPerFrame = channels * bytesPerSample
  // Some programs leave it out. If it differs, the samples would be read from the wrong bytes, as noise.
  const blockAlign = view.getUint16(start + 12, true)
  if (blockAlign !== 0 && blockAlign !== bytesPerFrame) throw new WavError('inconsistent')
  return {
    encoding,
    channels,
    sampleRateHz,
    bitsPerSample,
    bytesPerSample,
    bytesPerFrame,
  }
}

function decode(view: DataView, start: number, length: number, format: Format): Wav {
  const { channels, sampleRateHz, bitsPerSample, bytesPerSample, bytesPerFrame } = format
  const frames = Math.floor(length / bytesPerFrame)
  if (frames === 0) throw new WavError('no_samples')
  const samples = new Float32Array(frames)
  const read = sampleReader(view, format)
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) {
      sum += read(start + frame * bytesPerFrame + channel * bytesPerSample)
    }
    samples[frame] = sum / channels
  }
  return { samples, sampleRateHz, channels, bitsPerSample, frames }
}

function sampleReader(view: DataView, { encoding, bitsPerSample }: Format): (at: number) => number {
  if (encoding === 'float') {
    const readFloat = bitsPerSample === 64 ? view.getFloat64.bind(view) : view.getFloat32.bind(view)
    return (at) => {
      const value = Math.fround(readFloat(at, true))
      return Number.isFinite(value) ? value : 0 // one broken sample must not spoil every measure
    }
  }
  switch (bitsPerSample) {
    case 8: // unsigned, unlike larger sizes
      return (at) => (view.getUint8(at) - 128) / 2 ** 7
    case 16:
      return (at) => view.getInt16(at, true) / 2 ** 15
    case 24:
      return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 2 ** 16) / 2 ** 23
    default:
      return (at) => view.getInt32(at, true) / 2 ** 31
  }
}
