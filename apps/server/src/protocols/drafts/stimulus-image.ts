import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'

type StimulusImage = { bytes: Buffer; contentType: 'image/png' | 'image/jpeg'; width: number; height: number }

/** Larger pictures would fill the memory while they are decoded. The web scales them down before it sends them. */
const mostPixelsAside = 2400

const isPng = (bytes: Buffer) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'
const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/**
 * Reads a picture and writes it again: only its pixels stay, without metadata and without anything behind its end.
 *
 * @throws {AppError} `file_type_not_allowed` for anything but PNG and JPEG, also for SVG
 * @throws {InvalidFields} `out_of_range` for too many pixels, `unreadable` for a damaged file
 */
export function rewriteImage(bytes: Buffer): StimulusImage {
  if (isPng(bytes)) {
    // The size stands in the first chunk, and is checked before memory is taken for it.
    if (bytes.length < 33) throw new InvalidFields({ file: ['unreadable'] })
    requireSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
    const { width, height, data } = decode(() => PNG.sync.read(bytes))
    const png = new PNG({ width, height })
    data.copy(png.data)
    return { bytes: PNG.sync.write(png), contentType: 'image/png', width, height }
  }
  if (!isJpeg(bytes)) throw new AppError('file_type_not_allowed')
  const limits = { maxResolutionInMP: (mostPixelsAside * mostPixelsAside) / 1e6, maxMemoryUsageInMB: 256 }
  const pixels = decode(() => jpeg.decode(bytes, { ...limits, tolerantDecoding: false, formatAsRGBA: true }))
  requireSize(pixels.width, pixels.height)
  const { width, height } = pixels
  return { bytes: jpeg.encode(pixels, 90).data, contentType: 'image/jpeg', width, height }
}

function requireSize(width: number, height: number) {
  if (Math.max(width, height) > mostPixelsAside || Math.min(width, height) < 1)
    throw new InvalidFields({ file: ['out_of_range'] })
}

/** Both libraries throw plain errors for a file that they cannot read. */
function decode<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const isTooLarge = error instanceof Error && /maxResolution|maxMemory/.test(error.message)
    throw new InvalidFields({ file: [isTooLarge ? 'out_of_range' : 'unreadable'] })
  }
}
