import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** Bytes received and on disk, but not yet under their key. */
export type StagedObject = { file: string; sizeBytes: number; sha256: string }

export class ObjectTooLarge extends Error {}

export type ObjectStore = {
  /** Receives a stream into a temporary file and syncs it; nothing is kept when it fails. */
  stage(stream: Readable, maxBytes: number): Promise<StagedObject>
  /** Gives a staged object its key. When this resolves, the bytes survive a power cut. */
  commit(staged: StagedObject, key: string): Promise<void>
  discard(staged: StagedObject): Promise<void>
  size(key: string): Promise<number | undefined>
  /** Bytes from `start` to `end`, both included. */
  read(key: string, range?: { start: number; end: number }): Readable
  remove(key: string): Promise<void>
  /** A path for programs that need a seekable file. */
  fileOf(key: string): string
  /** Rejects when nothing can be stored at the moment. */
  check(): Promise<void>
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates the folder, and syncs each parent in which one was created. */
async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made))
}

// Another process may be receiving into the same folder: what it writes to is young.
const abandonedAfterMs = 15 * 60_000

/** What an earlier process left half received was never acknowledged. */
async function sweep(staging: string) {
  for (const left of await readdir(staging)) {
    const file = path.join(staging, left)
    const found = await stat(file).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true })
  }
}

/** The local store: a temporary file, fsync, rename, fsync of the folder. */
export async function openLocalStore(folder: string): Promise<ObjectStore> {
  const staging = path.join(folder, 'staging')
  await makeFolder(staging)
  await sweep(staging)

  const fileOf = (key: string) => {
    const file = path.join(folder, 'objects', key)
    if (!file.startsWith(path.join(folder, 'objects') + path.sep)) throw new Error('object key outside the store')
    return file
  }

  return {
    fileOf,
    async stage(stream, maxBytes) {
      const file = path.join(staging, randomUUID())
      const handle = await open(file, 'wx', 0o600)
      const hash = createHash('sha256')
      let sizeBytes = 0
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          sizeBytes += chunk.length
          if (sizeBytes > maxBytes) throw new ObjectTooLarge()
          hash.update(chunk)
          await handle.write(chunk)
        }
        await handle.sync()
      } catch (error) {
        await handle.close()
        await rm(file, { force: true })
        throw error
      }
      await handle.close()
      return { file, sizeBytes, sha256: hash.digest('hex') }
    },
    async commit(staged, key) {
      const file = fileOf(key)
      await makeFolder(path.dirname(file))
      await rename(staged.file, file)
      await syncFolder(path.dirname(file))
    },
    discard: (staged) => rm(staged.file, { force: true }),
    async size(key) {
      try {
        return (await stat(fileOf(key))).size
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    read: (key, range) => createReadStream(fileOf(key), range),
    remove: (key) => rm(fileOf(key), { force: true }),
    check: () => access(staging, constants.W_OK),
  }
}
