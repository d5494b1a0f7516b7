import { mkdir, open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ModelError } from '@fonema/contract'
import { type FileLock, lockFile } from '@fonema/file-lock'
import { type ModelManifest, readModel } from '../transcription/model.ts'
import { bytesOf, type ModelEntry, urlOf } from './catalogue.ts'
import { DownloadError, downloadFile, type Network, sha256Of, sizeOf } from './download-file.ts'

export type ModelPhase = 'waiting' | 'downloading' | 'checking'

type DownloadOptions = {
  /** The folder of the models. */
  folder: string
  network: Network
  signal: AbortSignal
  onProgress: (phase: ModelPhase, doneBytes: number) => void
}

// Recording fails on a full disk.
const spareBytes = 512 * 1024 * 1024
const lookForLockMs = 500

/**
 * Downloads a model's files to a staging folder and moves the folder into place as a whole. Valid files that are
 * already there are kept. Only one download runs at a time, across processes; others wait.
 *
 * @throws {DownloadError} when the download failed
 */
export async function downloadModel(entry: ModelEntry, options: DownloadOptions): Promise<void> {
  const { folder, signal, onProgress } = options
  const staging = path.join(folder, '.downloads')
  await mkdir(path.join(staging, entry.name), { recursive: true, mode: 0o700 }).catch((cause) => {
    throw new DownloadError('not_writable', { cause })
  })
  const lock = await waitForLock(path.join(staging, '.lock'), signal, () => onProgress('waiting', 0))
  try {
    onProgress('checking', 0)
    const found = await checkModel(entry, folder)
    if (found.problem === undefined) return
    await fetchFiles(entry, path.join(staging, entry.name), options)
  } finally {
    lock.release()
  }
}

async function waitForLock(file: string, signal: AbortSignal, onWait: () => void): Promise<{ release(): void }> {
  for (;;) {
    const lock: FileLock = lockFile(file, 0)
    if (lock.status === 'taken') return lock
    // A system without flock(1): the queue still runs one job of a kind at a time.
    if (lock.status === 'failed') return { release: () => {} }
    onWait()
    await wait(lookForLockMs, undefined, { signal })
  }
}

async function fetchFiles(entry: ModelEntry, staging: string, options: DownloadOptions) {
  const { folder, network, signal, onProgress } = options
  let done = 0
  await requireSpace(entry, staging)
  const downloaded: NonNullable<ModelManifest['downloaded']> = {}
  for (const { file, bytes, sha256 } of entry.files) {
    const target = path.join(staging, file)
    const known = (await sizeOf(target)) === bytes ? await sha256Of(target) : undefined
    const isThere = known !== undefined && known === sha256
    const got = isThere
      ? known
      : await downloadFile({ url: urlOf(entry, file), bytes, sha256 }, target, network, signal, (size) =>
          onProgress('downloading', done + size),
        )
    downloaded[file] = { bytes, sha256: got, is_published: sha256 !== null }
    done += bytes
    onProgress('downloading', done)
  }
  await writeSynced(path.join(staging, 'model.json'), `${JSON.stringify(manifestOf(entry, downloaded), null, 2)}\n`)
  await putInPlace(staging, path.join(folder, entry.name))
}

async function requireSpace(entry: ModelEntry, staging: string) {
  let missing = bytesOf(entry)
  for (const { file } of entry.files)
    missing -= Math.max(await sizeOf(path.join(staging, file)), await sizeOf(path.join(staging, `${file}.part`)))
  const { bavail, bsize } = await statfs(staging)
  if (bavail * bsize < missing + spareBytes) throw new DownloadError('no_space')
}

function manifestOf(entry: ModelEntry, downloaded: NonNullable<ModelManifest['downloaded']>): ModelManifest {
  const { name, kind, model_type, max_seconds, licence, source, files } = entry
  const others = files.filter(({ part }) => part !== 'tokens')
  return {
    name,
    kind,
    ...(model_type !== undefined && { model_type }),
    word_times: entry.word_times,
    word_confidence: entry.word_confidence,
    detects_language: entry.detects_language,
    files: Object.fromEntries(others.map(({ part, file }) => [part, file])),
    tokens: files.find(({ part }) => part === 'tokens')!.file,
    max_seconds,
    licence,
    source,
    downloaded,
  }
}

async function writeSynced(file: string, text: string) {
  await writeFile(file, text, { mode: 0o600 })
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}

/** A reader finds the old folder, none, or the new one, but never a mixture. */
async function putInPlace(staging: string, folder: string) {
  const old = `${staging}.old`
  await rm(old, { recursive: true, force: true })
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(staging, folder)
  const parent = await open(path.dirname(folder), 'r')
  await parent.sync()
  await parent.close()
  await rm(old, { recursive: true, force: true })
}

type CheckedModel =
  | { problem: ModelError | 'absent'; file?: string }
  | { problem: undefined /** Whether every file was compared with a checksum of its publisher. */; isChecked: boolean }

/**
 * Compares a model's folder with the sizes and checksums of the catalogue. A file without a published checksum is
 * compared with the hash that was stored at its download.
 *
 * @param reads false: compares only the sizes, which is fast
 */
export async function checkModel(entry: ModelEntry, folder: string, reads = true): Promise<CheckedModel> {
  const model = await readModel(path.join(folder, entry.name))
  if (model === undefined) return { problem: 'absent' }
  const { downloaded = {}, files, tokens } = model.manifest
  const named = [tokens, ...Object.values(files)]
  // A model of the operator under this name: it cannot be checked, and is kept.
  if (!entry.files.every(({ file }) => named.includes(file))) return { problem: undefined, isChecked: false }
  for (const { file, bytes, sha256 } of entry.files) {
    const place = path.join(model.folder, file)
    if ((await sizeOf(place)) !== bytes) return { problem: 'wrong_size', file }
    const expected = sha256 ?? downloaded[file]?.sha256
    if (reads && expected !== undefined && (await sha256Of(place)) !== expected)
      return { problem: 'wrong_checksum', file }
  }
  const wasCompared = ({ file, sha256 }: ModelEntry['files'][number]) =>
    sha256 !== null && (reads || downloaded[file]?.is_published === true)
  return { problem: undefined, isChecked: entry.files.every(wasCompared) }
}
