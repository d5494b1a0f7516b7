/** The files of a protocol: of an archive, or of a folder. */
export type FileSource = {
  /** Bytes of each file by its path, with `/` between the names. */
  files: ReadonlyMap<string, number>
  /** @throws {ProtocolFileError} for a file that is missing, larger than `most` bytes or damaged */
  read(path: string, most: number): Promise<Buffer>
  close(): void
}

export const mostFiles = 5000
/** Bytes of a file, and of all together. */
export const largestFile = 100_000_000
export const largestContent = 400_000_000
