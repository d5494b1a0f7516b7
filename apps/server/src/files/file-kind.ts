import { open } from 'node:fs/promises'
import path from 'node:path'

const headBytes = 64 * 1024

type Kind = { contentType: string; fits: (head: Buffer) => boolean }

const startsWith =
  (bytes: string, at = 0) =>
  (head: Buffer) =>
    head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))
const both = (a: Kind['fits'], b: Kind['fits']) => (head: Buffer) => a(head) && b(head)
const either = (a: Kind['fits'], b: Kind['fits']) => (head: Buffer) => a(head) || b(head)
const isText = (head: Buffer) => head.length > 0 && !head.includes(0)
const office = both(startsWith('PK\x03\x04'), (head) => head.includes('[Content_Types].xml'))
const mpegFrame = (head: Buffer) => head[0] === 0xff && (head[1]! & 0xe0) === 0xe0

/** The allowed types, by extension. Content alone is not enough, because a WAV file can also be an HTML page. */
const kinds: Record<string, Kind> = {
  pdf: { contentType: 'application/pdf', fits: startsWith('%PDF-') },
  png: { contentType: 'image/png', fits: startsWith('\x89PNG\r\n\x1a\n') },
  jpg: { contentType: 'image/jpeg', fits: startsWith('\xff\xd8\xff') },
  jpeg: { contentType: 'image/jpeg', fits: startsWith('\xff\xd8\xff') },
  webp: { contentType: 'image/webp', fits: both(startsWith('RIFF'), startsWith('WEBP', 8)) },
  wav: { contentType: 'audio/wav', fits: both(startsWith('RIFF'), startsWith('WAVE', 8)) },
  mp3: { contentType: 'audio/mpeg', fits: either(startsWith('ID3'), mpegFrame) },
  m4a: { contentType: 'audio/mp4', fits: startsWith('ftyp', 4) },
  webm: { contentType: 'video/webm', fits: startsWith('\x1a\x45\xdf\xa3') },
  ogg: { contentType: 'audio/ogg', fits: startsWith('OggS') },
  flac: { contentType: 'audio/flac', fits: startsWith('fLaC') },
  csv: { contentType: 'text/csv', fits: isText },
  txt: { contentType: 'text/plain', fits: isText },
  docx: { contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', fits: office },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', fits: office },
}

export const fileExtensions: readonly string[] = Object.keys(kinds)

/** The type of a file with an allowed extension and matching first bytes; otherwise undefined. */
export async function contentTypeOf(
  file: string,
  filename: string,
  allowed: readonly string[],
): Promise<string | undefined> {
  const extension = path.extname(filename).slice(1).toLowerCase()
  const kind = allowed.includes(extension) && Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  if (kind === undefined) return undefined
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return kind.fits(buffer.subarray(0, bytesRead)) ? kind.contentType : undefined
  } finally {
    await handle.close()
  }
}

const maxNameBytes = 255

/**
 * A client's name for a file, made safe to show and to send in a header: without folders, control characters and
 * bidirectional marks, at most 255 bytes. It is never used as a path.
 */
export function cleanFilename(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    // Browsers encode quotation marks and line breaks in names like this (HTML, multipart/form-data).
    .replace(/%22/g, '"')
    .replace(/%0[AD]/gi, '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/^.*[\\/]/, '')
    .trim()
  const extension = path.extname(plain)
  let stem = plain.slice(0, plain.length - extension.length)
  while (Buffer.byteLength(stem + extension) > maxNameBytes && stem !== '') stem = [...stem].slice(0, -1).join('')
  return stem + extension
}
