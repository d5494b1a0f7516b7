import { createHash } from 'node:crypto'
import {
  htmlProblem,
  instructionTags,
  type MediaKind,
  mediaBytes,
  type ProtocolDraft,
  type ProtocolFilePlace,
  type ProtocolFileProblem,
} from '@fonema/contract'
import { formatVersion, type ListedMedium, largestProtocol, ProtocolDocument, protocolFile } from './format.ts'
import { mediaUses } from './media-uses.ts'
import { ProtocolFileError } from './problem.ts'
import { type Json, parseJson } from './safe-json.ts'
import type { FileSource } from './source.ts'

/** A medium of a file, by the name that the content gives it. */
export type ReadMedium = {
  file: string
  /** Its path in the archive. */
  at: string
  kind: MediaKind
  filename: string
  size: number
  /** If the file states it. */
  sha256?: string
  /** The bytes, checked against what the file says of them. */
  read: () => Promise<Buffer>
}

/** The content of a file; its media have the names of `media`. */
export type ReadProtocol = {
  /** The file of the archive that the content was read from. */
  at: string
  content: ProtocolDraft
  media: ReadMedium[]
}

/** The folder of `protocol.json`: the archive's root, or its only folder, as archivers of desktops make it. */
export function documentFolder({ files }: FileSource): string | undefined {
  if (files.has(protocolFile)) return ''
  const folders = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf('/') + 1)))
  const [folder] = folders
  return folders.size === 1 && files.has(`${folder}${protocolFile}`) ? folder : undefined
}

/**
 * Reads a protocol of our format below a folder of the archive. The media are checked when they are read.
 *
 * @throws {ProtocolFileError}
 */
export async function readOurs(source: FileSource, folder: string): Promise<ReadProtocol> {
  const at = `${folder}${protocolFile}`
  const { content, media } = parseDocument(parseJson(await source.read(at, largestProtocol), at), at)
  requireListed(source, folder, media)
  requireUses(content, media, at)
  return {
    at,
    content,
    media: media.map(({ file, kind, filename, size, sha256 }) => ({
      file,
      at: `${folder}${file}`,
      kind,
      filename,
      size,
      sha256,
      read: async () => {
        const bytes = await source.read(`${folder}${file}`, mediaBytes[kind])
        const isSame = createHash('sha256').update(bytes).digest('hex') === sha256
        if (!isSame) throw new ProtocolFileError('wrong_hash', `${folder}${file}`)
        return bytes
      },
    })),
  }
}

function parseDocument(value: Json, at: string): ProtocolDocument {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value.format !== 'fonema-protocol')
    throw new ProtocolFileError('not_a_protocol', at, 'format')
  if (typeof value.format_version === 'number' && value.format_version > formatVersion)
    throw new ProtocolFileError('newer_format', at, 'format_version')
  const { data, error } = ProtocolDocument.safeParse(value)
  refuseAll(error === undefined ? [] : error.issues.map((issue) => placed('wrong_value', at, placeOf(issue))))
  // Without an error there is data.
  refuseAll(htmlPlaces(data!.content).map((path) => placed('html', at, path)))
  return data!
}

const placed = (problem: ProtocolFileProblem, file: string, path: string): ProtocolFilePlace => ({
  problem,
  file,
  path,
})

/** @throws {ProtocolFileError} if there is any */
function refuseAll([first, ...others]: readonly ProtocolFilePlace[]) {
  if (first !== undefined) throw ProtocolFileError.of([first, ...others])
}

function htmlPlaces({ blocks }: ProtocolDraft): string[] {
  return blocks.flatMap(({ items }, block) =>
    items.flatMap(({ texts }, item) =>
      Object.entries(texts)
        .filter(([, text]) => text !== undefined && htmlProblem(text.trigger, instructionTags) !== undefined)
        .map(([locale]) => `content.blocks.${block}.items.${item}.texts.${locale}.trigger`),
    ),
  )
}

/** The place of a fault; of an unknown member, the member itself. */
function placeOf(issue: { path: PropertyKey[]; code?: string; keys?: string[] }): string {
  return [...issue.path, ...(issue.code === 'unrecognized_keys' ? (issue.keys ?? []).slice(0, 1) : [])].join('.')
}

function requireListed({ files }: FileSource, folder: string, media: readonly ListedMedium[]) {
  const expected = new Map(media.map(({ file, size }) => [`${folder}${file}`, size]))
  if (expected.size < media.length) {
    const double = media.findIndex(({ file }, index) => media.findIndex((other) => other.file === file) !== index)
    throw new ProtocolFileError('duplicate_name', `${folder}${protocolFile}`, `media.${double}.file`)
  }
  for (const path of files.keys())
    if (path !== `${folder}${protocolFile}` && !expected.has(path)) throw new ProtocolFileError('not_listed', path)
  for (const [path, size] of expected) {
    if (!files.has(path)) throw new ProtocolFileError('missing_file', path)
    if (files.get(path) !== size) throw new ProtocolFileError('wrong_hash', path)
  }
}

function requireUses(content: ProtocolDraft, media: readonly ListedMedium[], at: string) {
  const kinds = new Map(media.map(({ file, kind }) => [file, kind]))
  const uses = mediaUses(content)
  for (const { file, kind, path } of uses)
    if (kinds.get(file) !== kind) throw new ProtocolFileError(kinds.has(file) ? 'wrong_value' : 'not_listed', at, path)
  for (const [index, { file }] of media.entries())
    if (!uses.some((use) => use.file === file)) throw new ProtocolFileError('wrong_value', at, `media.${index}`)
}
