import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

export type Member = { path: string; size: number; sha256: string }

export type Zip = {
  /** The bytes of the archive. Read it while members are added. */
  output: Readable
  /** Every member so far, with the hash of its content. */
  members: readonly Member[]
  /** Adds a member and resolves when its last byte was read. One at a time. */
  add(path: string, content: AsyncIterable<string | Uint8Array>, options: { compress: boolean }): Promise<Member>
  end(): void
  /** Rejects pending calls of `add`: the output has no reader any more. */
  abort(reason: Error): void
}

/** A ZIP archive that is written while it is read: only a few chunks of it are in memory at any time. */
export function createZip(mtime: Date): Zip {
  const zip = new yazl.ZipFile()
  const members: Member[] = []
  const paths = new Set<string>()
  const failure = Promise.withResolvers<never>()
  // It may reject while no call of `add` is waiting.
  failure.promise.catch(() => {})
  zip.on('error', (error: Error) => failure.reject(error))

  // The reader may have gone before the archive fails.
  zip.outputStream.on('error', () => {})

  return {
    output: zip.outputStream as Readable,
    members,
    async add(path, content, { compress }) {
      if (paths.has(path)) throw new Error(`duplicate member ${path}`)
      paths.add(path)
      const hash = createHash('sha256')
      let size = 0
      async function* counted() {
        for await (const chunk of content) {
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
          hash.update(bytes)
          size += bytes.length
          yield bytes
        }
      }
      // The archive keeps this stream until its end. A stream of the generator itself would keep the content too.
      const stream = new PassThrough()
      zip.addReadStream(stream, path, { compress, mtime, mode: 0o100644 })
      await Promise.race([Promise.all([pipeline(counted(), stream), once(stream, 'end')]), failure.promise])
      const member = { path, size, sha256: hash.digest('hex') }
      members.push(member)
      return member
    },
    end: () => zip.end(),
    abort: (reason) => failure.reject(reason),
  }
}
