import { logoBytes, logoPixels } from '@fonema/contract/report-limits'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { AppError, InvalidFields } from '../platform/http/errors.ts'

export type Logo = { bytes: Buffer; width: number; height: number }

type Pixels = { width: number; height: number; data: Buffer | Uint8Array }

const isPng = (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'
const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** Paper is white: a colour under an alpha of 0 to 255. */
const onWhite = (value: number, alpha: number) => Math.round(255 + ((value - 255) * alpha) / 255)

/**
 * Reads a logo and writes it again as a PNG without transparency and without metadata: its printing is then the same in
 * every process, and it tells nothing about who made it.
 *
 * @param bytes of a PNG or JPEG file; its content decides, not its name
 * @throws {AppError} `file_too_large`, `file_type_not_allowed`
 * @throws {InvalidFields} `out_of_range` for too many pixels, `invalid` for a damaged file
 */
export function readLogo(bytes: Buffer): Logo {
  if (bytes.length > logoBytes) throw new AppError('file_too_large')
  if (!isPng(bytes) && !isJpeg(bytes)) throw new AppError('file_type_not_allowed')
  const { width, height, data } = isPng(bytes) ? readPng(bytes) : readJpeg(bytes)
  const flat = new PNG({ width, height })
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]!
    for (let color = 0; color < 3; color++) flat.data[i + color] = onWhite(data[i + color]!, alpha)
    flat.data[i + 3] = 255
  }
  const written = PNG.sync.write(flat, { colorType: 2, inputHasAlpha: true })
  // A photograph needs more bytes as a PNG, and every report carries them.
  if (written.length > 2 * logoBytes) throw new AppError('file_too_large')
  return { bytes: written, width, height }
}

function readPng(bytes: Buffer): Pixels {
  // The size stands in the first chunk, and is checked before memory is taken for it.
  if (bytes.length < 33) throw new InvalidFields({ file: ['invalid'] })
  requireSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  return decode(() => PNG.sync.read(bytes))
}

function readJpeg(bytes: Buffer): Pixels {
  const limits = { maxResolutionInMP: (logoPixels * logoPixels) / 1e6, maxMemoryUsageInMB: 128 }
  const pixels = decode(() => jpeg.decode(bytes, { ...limits, tolerantDecoding: false, formatAsRGBA: true }))
  requireSize(pixels.width, pixels.height)
  return pixels
}

function requireSize(width: number, height: number) {
  const longest = Math.max(width, height)
  if (longest > logoPixels || Math.min(width, height) < 1) throw new InvalidFields({ file: ['out_of_range'] })
}

/** Both libraries throw plain errors for a file that they cannot read. */
function decode(read: () => Pixels): Pixels {
  try {
    return read()
  } catch (error) {
    const isTooLarge = error instanceof Error && /maxResolution|maxMemory/.test(error.message)
    throw new InvalidFields({ file: [isTooLarge ? 'out_of_range' : 'invalid'] })
  }
}
