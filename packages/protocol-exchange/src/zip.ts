import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { ProtocolFileProblem } from '@fonema/contract'
import yauzl from 'yauzl'
import { ProtocolFileError } from './problem.ts'
import { type FileSource, largestContent, largestFile, mostFiles } from './source.ts'

const longestName = 240
/** Bytes of the header before the name of a file. */
const localHeader = 30
/** Text shrinks to a tenth. A file that shrinks more than this is made to fill a disk. */
const mostPacked = 200
/** Below this size it does no harm. */
const harmless = 1_000_000
const archiveName = /\.(?:zip|jar|7z|rar|tar|gz|tgz|bz2|xz|zst)$/i
/** What a Mac adds to every archive. */
const ofTheSystem = /^__MACOSX\/|(?:^|\/)\.DS_Store$/

/**
 * Opens a ZIP archive, from memory or a file. Every name and size is checked before the first byte is unpacked.
 *
 * @throws {ProtocolFileError}
 */
export async function openZip(input: string | Buffer): Promise<FileSource> {
  const zip = await open(input)
  try {
    const entries = await readEntries(zip)
    return {
      files: new Map([...entries].map(([path, { uncompressedSize }]) => [path, uncompressedSize])),
      read: (path, most) => readEntry(zip, path, entries.get(path), most),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

// This file checks names, which stay bytes until then, and sizes: the library would refuse them without their place.
const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false, autoClose: false }

function open(input: string | Buffer): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const opened = (cause: Error | null, zip: yauzl.ZipFile) =>
      cause ? reject(new ProtocolFileError('not_a_zip', '', '', { cause })) : resolve(zip)
    if (typeof input === 'string') yauzl.open(input, options, opened)
    else yauzl.fromBuffer(input, options, opened)
  })
}

function readEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > mostFiles) throw new ProtocolFileError('too_many_files')
  const entries = new Map<string, yauzl.Entry>()
  const seen = new Set<string>()
  let total = 0
  const add = (entry: yauzl.Entry) => {
    const name = nameOf(entry)
    // Two names that one file system takes for the same file.
    const folded = name.normalize('NFC').toLowerCase()
    if (seen.has(folded)) throw new ProtocolFileError('duplicate_name', name)
    seen.add(folded)
    requireHarmless(entry, name)
    total += entry.uncompressedSize
    if (total > largestContent) throw new ProtocolFileError('too_large', name)
    if (!name.endsWith('/') && !ofTheSystem.test(name)) entries.set(name, entry)
  }
  return new Promise((resolve, reject) => {
    zip.on('error', (cause) => reject(new ProtocolFileError('damaged', '', '', { cause })))
    zip.on('entry', (entry: yauzl.Entry) => {
      try {
        add(entry)
        zip.readEntry()
      } catch (error) {
        reject(error)
      }
    })
    zip.on('end', () => {
      try {
        requireApart([...entries])
        resolve(entries)
      } catch (error) {
        reject(error)
      }
    })
    zip.readEntry()
  })
}

/** The name of an entry. Only plain relative paths are names: a file must not leave the folder of its protocol. */
function nameOf(entry: yauzl.Entry): string {
  const bytes = entry.fileName as unknown as Buffer // because of `decodeStrings: false`
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new ProtocolFileError('bad_name', bytes.toString('latin1'), '', { cause })
  }
  const parts = name.replace(/\/$/, '').split('/')
  const isPlain =
    name.length <= longestName &&
    !/[\p{Cc}\p{Cf}\\]|^[a-z]:/iu.test(name) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain) throw new ProtocolFileError('bad_name', name.slice(0, longestName))
  return name
}

function requireHarmless(entry: yauzl.Entry, name: string) {
  const refuse = (problem: ProtocolFileProblem) => {
    throw new ProtocolFileError(problem, name)
  }
  const { compressedSize, uncompressedSize, compressionMethod } = entry
  // The upper half holds the mode of the file on Unix; its first four bits are the kind of file.
  const kind = (entry.externalFileAttributes >>> 28) & 0xf
  const isFolder = name.endsWith('/')
  if (kind !== 0 && kind !== 8 && !(isFolder && kind === 4)) refuse('link')
  if (entry.isEncrypted()) refuse('encrypted')
  if (isFolder) return uncompressedSize > 0 ? refuse('bad_name') : undefined
  if (compressionMethod !== 0 && compressionMethod !== 8) refuse('unknown_compression')
  if (compressionMethod === 0 && compressedSize !== uncompressedSize) refuse('damaged')
  if (uncompressedSize > largestFile) refuse('too_large')
  if (uncompressedSize > harmless && uncompressedSize > compressedSize * mostPacked) refuse('packed_too_much')
  if (archiveName.test(name)) refuse('nested_archive')
}

/** Entries that share their bytes make a small archive unpack to a large one. */
function requireApart(entries: readonly [string, yauzl.Entry][]) {
  let end = 0
  for (const [name, entry] of entries.toSorted(
    ([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new ProtocolFileError('damaged', name)
    end = entry.relativeOffsetOfLocalHeader + localHeader + entry.fileNameLength + entry.compressedSize
  }
}

async function readEntry(zip: yauzl.ZipFile, path: string, entry: yauzl.Entry | undefined, most: number) {
  if (entry === undefined) throw new ProtocolFileError('missing_file', path)
  if (entry.uncompressedSize > most) throw new ProtocolFileError('too_large', path)
  let bytes: Buffer
  try {
    bytes = await collect(await openStream(zip, entry), entry.uncompressedSize)
  } catch (cause) {
    throw new ProtocolFileError('damaged', path, '', { cause })
  }
  if (bytes.length !== entry.uncompressedSize) throw new ProtocolFileError('damaged', path)
  if (crc32(bytes) !== entry.crc32) throw new ProtocolFileError('wrong_checksum', path)
  return bytes
}

/**
 * The bytes of a stream, or a few more than `most` of a longer one. By events: the library's streams of a file never
 * close, so that an iteration over them does not end.
 */
function collect(stream: Readable, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    stream.on('error', reject)
    stream.on('end', () => resolve(Buffer.concat(chunks)))
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size <= most) return
      stream.destroy()
      resolve(Buffer.concat(chunks))
    })
  })
}

function openStream(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })
}
