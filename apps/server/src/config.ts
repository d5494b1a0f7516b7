import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import { rateClasses } from '@fonema/contract'
import { z } from 'zod'
import type { TranscriberSettings } from './analysis/transcription/transcriber.ts'
import type { Antivirus } from './files/antivirus.ts'
import { fileExtensions } from './files/file-kind.ts'
import { defaultRateLimits, type RateLimits } from './platform/http/rate-limits.ts'
import type { S3Settings } from './platform/objects/s3-store.ts'
import type { TracesSettings } from './platform/traces/send-traces.ts'

const seconds = { minute: 60, hour: 3600 }

/** A wrong environment, with a message that tells an administrator what to change. */
export class ConfigError extends Error {}

const flag = z.enum(['on', 'off'])
const secretKey = z.string().min(32, 'must have at least 32 characters')
/** Keys separated by commas. */
const keyList = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(secretKey))
  .default([])
const port = z.coerce.number().int().min(0).max(65535)

/** Accepts addresses and networks only, not `true` or a number of hops: trusted proxies must be named. */
function isProxy(text: string): boolean {
  const [address = '', bits = '1', ...more] = text.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return text.trim() === address
  const [version, widest] = [isIP(address), isIP(address) === 4 ? 32 : 128]
  return version > 0 && more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= widest
}

/** Addresses and networks, such as `10.1.0.0/16`, separated by commas or spaces. */
const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((each) => each.every((one) => isIP(one.split('/')[0]!) > 0 && isProxy(one)), {
    error: 'must be addresses or networks, such as 10.1.0.0/16, 192.168.4.7',
  })

/** `off`, or values for some of the limits: `sign_in=600 upload=1000`. */
const rateLimits = z
  .string()
  .regex(
    new RegExp(`^(off|((${rateClasses.join('|')})=[1-9]\\d{0,8}\\b[\\s,]*)+)$`),
    `must be off, or calls a minute such as sign_in=300, for some of ${rateClasses.join(', ')}`,
  )
  .transform((text): Partial<RateLimits> | null =>
    text === 'off'
      ? null
      : Object.fromEntries(Array.from(text.matchAll(/(\w+)=(\d+)/g), ([, name, calls]) => [name, Number(calls)])),
  )

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DEMO: flag.default('on'),
  DEMO_PASSWORD: z.string().min(8).max(256).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Fonema <fonema@localhost>'),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_PREVIOUS: keyList,
  TRUST_PROXY: z
    .string()
    .refine((text) => text.split(',').every(isProxy), 'must be addresses or networks, such as 127.0.0.1, 10.0.0.0/8')
    .optional(),
  MAX_AUDIO_MB: z.coerce.number().positive().max(10_000).default(200),
  STORED_AUDIO: z.enum(['wav', 'flac']).default('wav'),
  TRANSCRIBER: z.enum(['sherpa', 'http', 'none']).default('sherpa'),
  TRANSCRIBER_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRANSCRIBER_KEY: z.string().optional(),
  TRANSCRIBER_MODEL: z.string().min(1).optional(),
  MODELS_URL: z.url({ protocol: /^https?$/ }).optional(),
  MODELS_CATALOGUE: z.string().min(1).optional(),
  CLAMD: z
    .string()
    .regex(/^[^\s:]+:\d{1,5}$/, 'must be HOST:PORT')
    .optional(),
  MAX_FILE_MB: z.coerce.number().positive().max(10_000).default(100),
  QUOTA_GB: z.coerce.number().positive().max(1_000_000).optional(),
  FILE_TYPES: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(fileExtensions as [string, ...string[]])).min(1))
    .default([...fileExtensions]),
  OFFLINE_USE: flag.default('on'),
  RATE_LIMITS: rateLimits.default({}),
  LOCKOUT_ATTEMPTS: z.coerce.number().int().min(1).max(100).default(5),
  LOCKOUT_MINUTES: z.coerce.number().positive().max(1440).default(15),
  WEBHOOK_NETWORKS: networks.default([]),
  WORKER_KEYS: keyList,
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  // Their names are OpenTelemetry's.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('fonema'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SIGN_IN_DOMAINS: z
    .string()
    .regex(
      /^[\w.-]+=[\da-f-]{36}([\s,]+[\w.-]+=[\da-f-]{36})*$/i,
      'must be domains with the id of an organisation, such as hospital.example=019ab000-0000-7000-8000-000000000001',
    )
    .transform(
      (text) =>
        new Map(
          Array.from(text.matchAll(/([\w.-]+)=([\da-f-]{36})/gi), ([, domain, id]) => [
            domain!.toLowerCase(),
            id!.toLowerCase(),
          ]),
        ),
    )
    .default(new Map()),
  UPGRADE_BACKUP: flag.default('on'),
  BACKUP_PASSPHRASE: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
})

export const settingNames: readonly string[] = Object.keys(Environment.shape)

export type Config = {
  port: number
  host: string
  dataDir: string
  demo: { enabled: boolean; password: string | undefined }
  publicUrl: string | undefined
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** A pooler in transaction mode, for calls, jobs and the queue. Undefined: they connect to the database itself. */
  databasePoolUrl: string | undefined
  /** A streaming replica, for lists and charts. Undefined: they are read from the database itself. */
  databaseReadUrl: string | undefined
  /** Undefined: recordings and files are in the data folder. */
  s3: S3Settings | undefined
  /** Undefined: mails are written to files in the data folder. */
  smtpUrl: string | undefined
  mailFrom: string
  secretKey: string
  /** What was signed or sealed with them stays valid. */
  earlierSecretKeys: readonly string[]
  trustProxy: string | undefined
  maxAudioBytes: number
  /** `flac`: new recordings are compressed in the background, without loss. */
  storedAudio: 'wav' | 'flac'
  transcriber: TranscriberSettings
  /** Sources of models in addition to the product's catalogue. */
  models: { mirror: string | undefined; catalogueFile: string | undefined }
  maxFileBytes: number
  /** The scanner of a participant's files. Undefined: files are not scanned. */
  antivirus: Antivirus | undefined
  /** Limit for all files and recordings of an organisation. Undefined: no limit. */
  quotaBytes: number | undefined
  /** Allowed extensions of a participant's files. */
  fileTypes: readonly string[]
  /** False: browsers remove what they keep for work without a network. */
  offlineUse: boolean
  /** Undefined: calls are not counted. */
  rateLimits: RateLimits | undefined
  lockout: { attempts: number; seconds: number; ofAllNetworks: { attempts: number; seconds: number } }
  session: { accessSeconds: number; idleSeconds: number; absoluteSeconds: number; graceSeconds: number }
  /** Networks that webhooks may reach although they are private, also without TLS. */
  webhookNetworks: readonly string[]
  /** Keys of workers on other machines. None: there are no addresses for them. */
  workerKeys: readonly string[]
  /** Undefined: the metrics are not served. */
  metricsToken: string | undefined
  /** Undefined: no traces are made. */
  traces: TracesSettings | undefined
  /** Which organisation may use a domain for its identity provider, where there are several organisations. */
  signInDomains: ReadonlyMap<string, string>
  /** Whether the rows are backed up before an upgrade changes the database. */
  upgradeBackup: boolean
  /** The secret of backups. Only the commands that need it require it. */
  backup: { passphrase: string | undefined; keyFile: string | undefined }
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
}

/** The default folder of the model, below `models` in the data folder. */
/** The address that links in mails start with. */
export const publicUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host}:${port}`

export const defaultModel = 'whisper-base'

function transcriberOf(env: z.infer<typeof Environment>): TranscriberSettings {
  const { TRANSCRIBER: kind, TRANSCRIBER_URL: url, TRANSCRIBER_KEY: key, TRANSCRIBER_MODEL: model } = env
  if (kind === 'http' && url !== undefined) return { kind, url, key, model }
  return kind === 'sherpa' ? { kind, model: model ?? defaultModel } : { kind: 'none' }
}

function tracesOf(env: z.infer<typeof Environment>): TracesSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: share } = env
  if (endpoint === undefined) return undefined
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, serviceName, share }
}

function s3Of(env: z.infer<typeof Environment>): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const given = [endpoint, bucket, accessKeyId, secretAccessKey]
  if (given.every((value) => value === undefined)) return undefined
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  return { endpoint, publicEndpoint: env.S3_PUBLIC_ENDPOINT ?? endpoint, bucket, region, accessKeyId, secretAccessKey }
}

function antivirusOf(address: string | undefined): Antivirus | undefined {
  if (address === undefined) return undefined
  const [host, port] = address.split(':')
  return { host: host!, port: Number(port) }
}

/**
 * Reads the key that the first start created, so that sessions and links survive a restart. To replace the key, write
 * the new one on the first line and leave the old one on the next.
 */
async function keptSecretKeys(dataDir: string): Promise<string[]> {
  const file = path.join(dataDir, 'secret-key')
  try {
    const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
    return lines.filter(Boolean)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const key = randomBytes(48).toString('base64url')
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return [key]
}

/**
 * Reads the configuration from the environment, and creates the data folder.
 *
 * @throws {ConfigError} naming each wrong variable
 */
export async function readConfig(environment: NodeJS.ProcessEnv): Promise<Config> {
  // An empty variable counts as absent: `PORT= npm start` is how a shell unsets one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`These environment variables are wrong:\n${lines.join('\n')}`)
  }
  const env = parsed.data
  if (env.DATABASE_URL !== undefined && env.SECRET_KEY === undefined)
    throw new ConfigError('SECRET_KEY is required with DATABASE_URL: every process of the clinic must share one key.')

  if (env.DATABASE_POOL_URL !== undefined && env.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL is required with DATABASE_POOL_URL: upgrades and tools go around the pooler.')

  if (env.DATABASE_READ_URL !== undefined && env.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL is required with DATABASE_READ_URL: a replica is read beside its primary.')

  if (env.TRANSCRIBER === 'http' && env.TRANSCRIBER_URL === undefined)
    throw new ConfigError('TRANSCRIBER_URL is required with TRANSCRIBER=http.')

  const dataDir = path.resolve(env.DATA_DIR)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: cannot use the folder ${dataDir}: ${(error as Error).message}`)
  }

  const [signingKey, ...keptKeys] = env.SECRET_KEY === undefined ? await keptSecretKeys(dataDir) : [env.SECRET_KEY]
  if (signingKey === undefined) throw new ConfigError(`The file secret-key in ${dataDir} is empty.`)

  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    demo: { enabled: env.DEMO === 'on', password: env.DEMO_PASSWORD },
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    databasePoolUrl: env.DATABASE_POOL_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    s3: s3Of(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    secretKey: signingKey,
    earlierSecretKeys: [...keptKeys, ...env.SECRET_KEY_PREVIOUS],
    trustProxy: env.TRUST_PROXY,
    maxAudioBytes: env.MAX_AUDIO_MB * 1024 * 1024,
    storedAudio: env.STORED_AUDIO,
    transcriber: transcriberOf(env),
    models: { mirror: env.MODELS_URL, catalogueFile: env.MODELS_CATALOGUE },
    maxFileBytes: env.MAX_FILE_MB * 1024 * 1024,
    antivirus: antivirusOf(env.CLAMD),
    quotaBytes: env.QUOTA_GB === undefined ? undefined : env.QUOTA_GB * 1024 ** 3,
    fileTypes: env.FILE_TYPES,
    offlineUse: env.OFFLINE_USE === 'on',
    rateLimits: env.RATE_LIMITS === null ? undefined : { ...defaultRateLimits, ...env.RATE_LIMITS },
    lockout: {
      attempts: env.LOCKOUT_ATTEMPTS,
      seconds: env.LOCKOUT_MINUTES * seconds.minute,
      ofAllNetworks: { attempts: 10 * env.LOCKOUT_ATTEMPTS, seconds: 4 * env.LOCKOUT_MINUTES * seconds.minute },
    },
    session: {
      accessSeconds: 5 * seconds.minute,
      idleSeconds: seconds.hour,
      absoluteSeconds: 12 * seconds.hour,
      graceSeconds: 30,
    },
    webhookNetworks: env.WEBHOOK_NETWORKS,
    traces: tracesOf(env),
    workerKeys: env.WORKER_KEYS,
    metricsToken: env.METRICS_TOKEN,
    signInDomains: env.SIGN_IN_DOMAINS,
    upgradeBackup: env.UPGRADE_BACKUP === 'on',
    backup: { passphrase: env.BACKUP_PASSPHRASE, keyFile: env.BACKUP_KEY_FILE },
    logLevel: env.LOG_LEVEL,
  }
}
