import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** Received bytes that are not stored under a key yet. */
export type StagedObject = { file: string; sizeBytes: number; sha256: string }

export class ObjectTooLarge extends Error {}

/** The store fails or does not answer; the same call may succeed later. */
export class StorageUnavailable extends Error {}

/** An object to download, and the file name it gets. */
export type Download = { key: string; filename: string; content_type: string }

type StoredObject = { key: string; sizeBytes: number; changedAt: Date }

export type ObjectStore = {
  /** Receives a stream into a temporary file on this machine; keeps nothing when it fails. */
  stage(stream: Readable, maxBytes: number): Promise<StagedObject>
  /** Stores a staged object under its key. When this resolves, the bytes survive a power cut. */
  commit(staged: StagedObject, key: string): Promise<void>
  discard(staged: StagedObject): Promise<void>
  size(key: string): Promise<number | undefined>
  /** Bytes from `start` to `end`, both included. */
  read(key: string, range?: { start: number; end: number }): Readable
  remove(key: string): Promise<void>
  /** Lends the object as a file, for programs that seek in it; undefined when there is no such object. */
  lend<T>(key: string, work: (file: string) => Promise<T>): Promise<T | undefined>
  /** Every object, in no order. */
  list(): AsyncIterable<StoredObject>
  /** A link to the store itself. Absent where the server sends the bytes. */
  presign?(object: Download, seconds: number): Promise<string>
  /** Rejects when the store cannot store anything now. */
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

// Recordings are read from start to end, so the chunks are larger than Node's default.
const chunkBytes = 256 * 1024

// Another process may be receiving into the same folder; its files were changed more recently than this.
const abandonedAfterMs = 15 * 60_000

/** Removes partly received files of earlier processes: none of them was acknowledged. */
async function sweep(staging: string) {
  for (const left of await readdir(staging)) {
    const file = path.join(staging, left)
    const found = await stat(file).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(file, { force: true })
  }
}

/** A folder on this machine that receives uploads. `isDurable`: the bytes are on the disk when `stage` resolves. */
export async function openStaging(staging: string, { isDurable }: { isDurable: boolean }) {
  await makeFolder(staging)
  await sweep(staging)
  let sweptAt = Date.now()
  return {
    newFile: () => path.join(staging, randomUUID()),
    async stage(stream: Readable, maxBytes: number): Promise<StagedObject> {
      // A killed worker can leave gigabytes here, and this process may run for months.
      if (Date.now() - sweptAt > abandonedAfterMs) {
        sweptAt = Date.now()
        void sweep(staging).catch(() => {})
      }
      const file = path.join(staging, randomUUID())
      const handle = await open(file, 'wx', 0o600)
      const hash = createHash('sha256')
      let sizeBytes = 0
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          sizeBytes += chunk.length
          if (sizeBytes > maxBytes) throw new ObjectTooLarge()
          hash.update(chunk)
          // On a nearly full disk a write can be short without an error.
          for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
        }
        if (isDurable) await handle.sync()
      } catch (error) {
        await handle.close()
        await rm(file, { force: true })
        throw error
      }
      await handle.close()
      return { file, sizeBytes, sha256: hash.digest('hex') }
    },
    discard: (staged: StagedObject) => rm(staged.file, { force: true }),
  }
}

/** The local store also has the path of each object. */
type LocalStore = ObjectStore & { fileOf(key: string): string }

/** The local store writes a temporary file, then fsync, rename, fsync of the folder. */
export async function openLocalStore(folder: string): Promise<LocalStore> {
  const staging = path.join(folder, 'staging')
  const objects = path.join(folder, 'objects')
  const { stage, discard } = await openStaging(staging, { isDurable: true })

  const fileOf = (key: string) => {
    const file = path.join(objects, key)
    if (!file.startsWith(objects + path.sep)) throw new Error('object key outside the store')
    return file
  }
  const size = async (key: string) => (await statOf(fileOf(key)))?.size

  return {
    stage,
    discard,
    fileOf,
    size,
    async commit(staged, key) {
      const file = fileOf(key)
      await makeFolder(path.dirname(file))
      await rename(staged.file, file)
      await syncFolder(path.dirname(file))
    },
    read: (key, range) => createReadStream(fileOf(key), { ...range, highWaterMark: chunkBytes }),
    remove: (key) => rm(fileOf(key), { force: true }),
    lend: async (key, work) => ((await size(key)) === undefined ? undefined : work(fileOf(key))),
    async *list() {
      for await (const file of filesBelow(objects)) {
        const found = await statOf(file)
        const key = path.relative(objects, file).split(path.sep).join('/')
        // Undefined when it was removed in the meantime.
        if (found !== undefined) yield { key, sizeBytes: found.size, changedAt: found.mtime }
      }
    },
    check: () => access(staging, constants.W_OK),
  }
}

async function statOf(file: string) {
  try {
    return await stat(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  if ((await statOf(folder)) === undefined) return
  for await (const entry of await opendir(folder)) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(file)
    else yield file
  }
}
