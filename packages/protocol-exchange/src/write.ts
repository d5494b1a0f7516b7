import { Readable } from 'node:stream'
import { ProtocolDraft } from '@fonema/contract'
import yazl from 'yazl'
import { formatName, formatVersion, type ListedMedium, type ProtocolDocument, protocolFile } from './format.ts'
import { mediaUses, withFiles } from './media-uses.ts'

/** A file that the content names, with what is known of it before its bytes are read. */
export type MediumToWrite = {
  filename: string
  size: number
  sha256: string
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
}

/** ZIP knows no time zone: these are the local parts of the first day that it can store. */
const noTime = new Date(1980, 0, 1)
// Nothing is compressed: media are already, and the bytes must not depend on the version of a library.
const options = { compress: false, mtime: noTime, forceDosTimestamp: true, mode: 0o100644 }

/**
 * Writes a protocol as one ZIP file, while it is read. The same content and media give the same bytes.
 *
 * @param mediumOf the file that a name in the content stands for
 */
export function writeProtocol(content: ProtocolDraft, mediumOf: (file: string) => MediumToWrite): Readable {
  const { document, media } = documentOf(content, mediumOf)
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  zip.addBuffer(Buffer.from(`${JSON.stringify(document, null, 2)}\n`), protocolFile, options)
  for (const { file, size, open } of media)
    zip.addReadStreamLazy(file, { ...options, size }, (done) => {
      Promise.resolve(open()).then(
        (bytes) => done(null, Readable.from(bytes)),
        (error: Error) => done(error, undefined as never), // the declaration demands a stream beside an error
      )
    })
  zip.end()
  return output
}

/** The document of a protocol, and its media in the order of the archive. */
function documentOf(content: ProtocolDraft, mediumOf: (file: string) => MediumToWrite) {
  const ordered = inOrder(content)
  const names = new Map<string, string>()
  const listed = new Map<string, ListedMedium & Pick<MediumToWrite, 'open'>>()
  for (const { file, kind } of mediaUses(ordered)) {
    if (names.has(file)) continue
    const { filename, size, sha256, open } = mediumOf(file)
    const name = nameFor(filename, sha256, listed)
    names.set(file, name)
    listed.set(name, { file: name, kind, filename, size, sha256, open })
  }
  const media = [...listed.values()]
  const document: ProtocolDocument = {
    format: formatName,
    format_version: formatVersion,
    content: withFiles(ordered, (file) => names.get(file)!),
    media: media.map(({ open: _, ...medium }) => medium),
  }
  return { document, media }
}

/** Members in the order of the schema, and languages by their code: equal contents become equal texts. */
function inOrder(content: ProtocolDraft): ProtocolDraft {
  const parsed = ProtocolDraft.parse(content)
  const sorted = <T>(record: Partial<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return {
    ...parsed,
    texts: sorted(parsed.texts),
    blocks: parsed.blocks.map((block) => ({
      ...block,
      items: block.items.map((item) => ({ ...item, texts: sorted(item.texts) })),
    })),
  }
}

/** A readable name in `media/`; equal bytes under the same name are one file. */
function nameFor(filename: string, sha256: string, taken: ReadonlyMap<string, { sha256: string }>): string {
  const dot = filename.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot + 1)] : [filename, 'bin']
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[^\w.-]+/g, '-')
      .replace(/\.+/g, '.')
      .replace(/^[-.]+|[-.]+$/g, '')
  const [name, extension] = [plain(stem).slice(0, 60).replace(/\.$/, '') || 'medium', plain(end).slice(0, 10) || 'bin']
  for (let number = 1; ; number++) {
    const wanted = `media/${name}${number === 1 ? '' : `-${number}`}.${extension}`.toLowerCase()
    const other = taken.get(wanted)
    if (other === undefined || other.sha256 === sha256) return wanted
  }
}
