import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { headersOf } from './download-headers.ts'
import { type ObjectStore, openStaging, StorageUnavailable } from './object-store.ts'

export type S3Settings = {
  endpoint: string
  /** The address at which browsers reach the store. */
  publicEndpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The SDK's default waits too long for a store that does not answer. Each call below has its own time limit. */
const connectionTimeout = 2_000
const usualAnswerMs = 5_000
/** A store that accepts an upload more slowly than this counts as unavailable. */
const slowestBytesPerSecond = 200_000
const putAttempts = 2

function createClient({ region, accessKeyId, secretAccessKey }: S3Settings, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 2,
    // Stores other than Amazon's refuse the SDK's default checksums. The upload carries an MD5 instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Every failure is thrown, so the SDK's own log messages are dropped.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout },
  })
}

const within = (milliseconds: number) => ({ abortSignal: AbortSignal.timeout(Math.ceil(milliseconds)) })
const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404

/** Calls the store. A missing object is `undefined`; any other failure becomes an error of the product. */
async function ask<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unavailable(error)
  }
}

function unavailable(error: unknown): Error {
  // Our own bug, not a failure of the store.
  if (error instanceof TypeError || error instanceof RangeError) return error
  const failure = new StorageUnavailable(`S3: ${(error as Error).name} ${(error as Error).message}`, { cause: error })
  // Reported like a full disk.
  return (error as Error).name === 'QuotaExceeded' ? Object.assign(failure, { code: 'EDQUOT' }) : failure
}

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('base64')
}

/** Waits for one promise after another and limits each wait. The time that the reader takes does not count. */
function createWaitLimit(milliseconds: number) {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    async for<T>(what: Promise<T>): Promise<T> {
      const timer = setTimeout(() => controller.abort(), milliseconds)
      try {
        return await what
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Objects in a bucket. Uploads go to `stagingFolder` first: their kind and hash are known before they are stored. */
export async function openS3Store(
  settings: S3Settings,
  stagingFolder: string,
  { answerMs = usualAnswerMs } = {},
): Promise<ObjectStore> {
  const { bucket: Bucket } = settings
  const client = createClient(settings, settings.endpoint)
  const signer = createClient(settings, settings.publicEndpoint)
  const staging = await openStaging(stagingFolder, { isDurable: false })
  await ensureBucket(client, Bucket, within(2 * answerMs))

  const head = (Key: string) => ask(() => client.send(new HeadObjectCommand({ Bucket, Key }), within(answerMs)))

  async function* bytesOf(Key: string, range?: { start: number; end: number }) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const wait = createWaitLimit(answerMs)
    let received = 0
    try {
      const getting = client.send(new GetObjectCommand({ Bucket, Key, Range }), { abortSignal: wait.signal })
      const answer = await wait.for(getting)
      const chunks = (answer.Body as Readable).iterator()
      try {
        for (;;) {
          const { done, value } = await wait.for(chunks.next())
          if (done) break
          received += (value as Buffer).length
          yield value
        }
      } finally {
        await chunks.return?.()
      }
      // A truncated body must not pass for a short recording.
      if (received !== answer.ContentLength) throw new Error(`${received} of ${answer.ContentLength} bytes`)
    } catch (error) {
      throw unavailable(error)
    }
  }

  const read = (key: string, range?: { start: number; end: number }) =>
    Readable.from(bytesOf(key, range), { objectMode: false })

  return {
    stage: staging.stage,
    discard: staging.discard,
    read,
    async commit({ file, sizeBytes, sha256 }, Key) {
      const ContentMD5 = await md5Of(file)
      const inTime = answerMs + (sizeBytes / slowestBytesPerSecond) * 1000
      for (let attempt = 1; ; attempt++) {
        // The SDK cannot repeat a stream, so each attempt reads the file again.
        const Body = createReadStream(file)
        const object = { Bucket, Key, Body, ContentLength: sizeBytes, ContentMD5, Metadata: { sha256 } }
        try {
          await client.send(new PutObjectCommand(object), within(inTime))
          break
        } catch (error) {
          const refused = error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500
          if (refused || attempt === putAttempts) throw unavailable(error)
        } finally {
          Body.destroy()
        }
      }
      await rm(file, { force: true })
    },
    size: async (key) => (await head(key))?.ContentLength,
    async remove(Key) {
      await ask(() => client.send(new DeleteObjectCommand({ Bucket, Key }), within(answerMs)))
    },
    async lend(key, work) {
      if ((await head(key)) === undefined) return undefined
      const file = staging.newFile()
      try {
        await pipeline(read(key), createWriteStream(file, { mode: 0o600 }))
        return await work(file)
      } finally {
        await rm(file, { force: true })
      }
    },
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const listing = new ListObjectsV2Command({ Bucket, ContinuationToken })
        const page = await ask(() => client.send(listing, within(4 * answerMs)))
        for (const { Key, Size = 0, LastModified } of page?.Contents ?? [])
          yield { key: Key!, sizeBytes: Size, changedAt: LastModified ?? new Date() }
        ContinuationToken = page?.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    presign({ key: Key, filename, content_type }, expiresIn) {
      const headers = headersOf({ filename, content_type })
      const object = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: headers['content-type'],
        ResponseContentDisposition: headers['content-disposition'],
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(signer, object, { expiresIn })
    },
    async check() {
      if ((await ask(() => client.send(new HeadBucketCommand({ Bucket }), within(answerMs)))) === undefined)
        throw new StorageUnavailable(`S3: no bucket ${Bucket}`)
    },
  }
}

/** Creates the bucket if it is missing, as on a new store of the clinic's own. A rented store usually has one. */
async function ensureBucket(client: S3Client, Bucket: string, limit: ReturnType<typeof within>) {
  if ((await ask(() => client.send(new HeadBucketCommand({ Bucket }), limit))) !== undefined) return
  await ask(() => client.send(new CreateBucketCommand({ Bucket }), limit))
}
