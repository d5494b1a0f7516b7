import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ModelError } from '@fonema/contract'

type RequestedFile = { url: string; bytes: number; sha256: string | null }

export type Network = {
  /** The longest time without data before the connection counts as lost. */
  idleSeconds: number
  /** The wait after the first failure. Each further failure doubles it. */
  retrySeconds: number
  /** The number of consecutive failures, without a new byte, after which the download fails. */
  attempts: number
}
export const defaultNetwork: Network = { idleSeconds: 30, retrySeconds: 2, attempts: 6 }

/** Why a model is not available. */
export class DownloadError extends Error {
  readonly code: ModelError
  constructor(code: ModelError, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** A failure that a retry may resolve. */
class Interruption extends DownloadError {}

/**
 * Downloads a file to a part file next to the target and moves it into place when size and checksum are right. Resumes
 * what an earlier attempt of this or another process downloaded.
 *
 * @param onProgress called with the number of bytes downloaded
 * @returns the SHA-256 of the file
 * @throws {DownloadError} when a retry cannot help, or every retry failed
 */
export async function downloadFile(
  wanted: RequestedFile,
  target: string,
  network: Network,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const part = `${target}.part`
  let failures = 0
  let isRepeated = false
  for (;;) {
    const before = await sizeOf(part)
    try {
      if (before !== wanted.bytes) await fetchRest(wanted, part, network, signal, onProgress)
      const sha256 = await sha256Of(part)
      if (wanted.sha256 === null || sha256 === wanted.sha256) {
        await rename(part, target)
        await rm(tagFileOf(part), { force: true })
        return sha256
      }
      await rm(part)
      // The resumed part may be the wrong one: download once more from the beginning.
      if (before === 0 || isRepeated) throw new DownloadError('wrong_checksum')
      isRepeated = true
    } catch (error) {
      signal.throwIfAborted()
      const known = explain(error)
      if (!(known instanceof Interruption)) throw known
      failures = (await sizeOf(part)) > before ? 1 : failures + 1
      if (failures >= network.attempts) throw known
      await wait(network.retrySeconds * 2 ** (failures - 1) * 1000, undefined, { signal })
    }
  }
}

async function fetchRest(
  { url, bytes, sha256 }: RequestedFile,
  part: string,
  { idleSeconds }: Network,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) {
  const tag = await readFile(tagFileOf(part), 'utf8').catch(() => undefined)
  // Without a checksum, only the server's ETag shows that the rest belongs to the stored part.
  const size = await sizeOf(part)
  const offset = (sha256 === null && tag === undefined) || size > bytes ? 0 : size
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (offset > 0) headers.range = `bytes=${offset}-`
  if (headers.range !== undefined && sha256 === null && tag !== undefined) headers['if-range'] = tag

  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), idleSeconds * 1000)
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.any([signal, silence.signal]) })
    const from = await beginningOf(response, bytes, offset)
    if (from < size) await truncate(part, from)
    const newTag = response.headers.get('etag')
    if (from === 0 && newTag?.startsWith('"')) await writeFile(tagFileOf(part), newTag)
    const handle = await open(part, 'a', 0o600)
    let there = from
    try {
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), idleSeconds * 1000)
        there += chunk.length
        if (there > bytes) throw new DownloadError('wrong_size')
        for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
        onProgress(there)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    // The response ended normally, but the file is too short.
    if (there < bytes) throw new DownloadError('wrong_size')
  } catch (error) {
    if (error instanceof DownloadError && error.code === 'wrong_size') await rm(part, { force: true })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The offset at which a response begins. @throws {DownloadError} when the response is not the file or a part of it */
async function beginningOf(response: Response, bytes: number, offset: number): Promise<number> {
  const refuse = async (error: DownloadError) => {
    await response.body?.cancel()
    throw error
  }
  const { status, headers } = response
  if (status === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
    if (total !== undefined && total !== '*' && Number(total) !== bytes) await refuse(new DownloadError('wrong_size'))
    if (Number(from) !== offset) await refuse(new Interruption('connection_lost'))
    return offset
  }
  if (status === 200) {
    const length = headers.get('content-length')
    if (length !== null && Number(length) !== bytes) await refuse(new DownloadError('wrong_size'))
    return 0
  }
  if (status === 404 || status === 410) await refuse(new DownloadError('not_found'))
  if (status === 408 || status === 429 || status >= 500) await refuse(new Interruption('server_error'))
  return refuse(new DownloadError('refused'))
}

/** Converts any error of a download to a `DownloadError`. */
function explain(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DownloadError('no_space', { cause: error })
  if (code === 'EACCES' || code === 'EROFS') return new DownloadError('not_writable', { cause: error })
  return new Interruption('connection_lost', { cause: error })
}

/** The file with the ETag of a part. */
const tagFileOf = (part: string) => `${part}.etag`

export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
