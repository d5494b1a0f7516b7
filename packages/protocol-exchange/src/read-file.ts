import type { KindReason, ProtocolLoss } from '@fonema/contract'
import { ProtocolFileError } from './problem.ts'
import { documentFolder, type ReadProtocol, readOurs } from './read.ts'
import { readReproschema } from './reproschema/read-reproschema.ts'
import type { FileSource } from './source.ts'

/** What a file of another format leaves open is decided by these. */
export type ReadOptions = {
  /** The languages of the product, by their codes. */
  locales: readonly string[]
  /** The language of a file that names none. */
  fallback: string
}

export type ReadProtocolFile = ReadProtocol & {
  format: 'fonema' | 'reproschema'
  /** If false, the file names no language: the one chosen for it was taken. */
  says_language: boolean
  /** What the draft does not have of the file. */
  losses: ProtocolLoss[]
  /** By the key of an item: why its kind was guessed. */
  guesses: ReadonlyMap<string, { reason: KindReason; sign: string }>
  /** Durations of the file have no unit and were read as milliseconds. */
  reads_milliseconds: boolean
}

/**
 * Reads a protocol of our format or of ReproSchema. Nothing outside the archive is fetched.
 *
 * @throws {ProtocolFileError}
 */
export async function readProtocol(source: FileSource, options: ReadOptions): Promise<ReadProtocolFile> {
  const folder = documentFolder(source)
  if (folder === undefined) {
    const read = await readReproschema(source, options)
    if (read === undefined) throw new ProtocolFileError('not_a_protocol')
    return read
  }
  return {
    ...(await readOurs(source, folder)),
    format: 'fonema',
    says_language: true,
    losses: [],
    guesses: new Map(),
    reads_milliseconds: false,
  }
}
