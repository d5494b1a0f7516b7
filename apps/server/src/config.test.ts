import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { defaultRateLimits } from './platform/http/rate-limits.ts'

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-config-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('RATE_LIMITS keeps the defaults, replaces some of them or turns them off', async () => {
  const DATA_DIR = await dataFolder()
  const limitsOf = async (RATE_LIMITS: string) => (await readConfig({ DATA_DIR, RATE_LIMITS })).rateLimits
  expect(await limitsOf('')).toEqual(defaultRateLimits)
  expect(await limitsOf('sign_in=7, upload=9')).toEqual({ ...defaultRateLimits, sign_in: 7, upload: 9 })
  expect(await limitsOf('off')).toBeUndefined()
  for (const wrong of ['on', '100', 'signin=5', 'call', 'call=', 'call=0', 'call=many', 'call=1.5', 'call=5 call'])
    await expect(limitsOf(wrong), wrong).rejects.toThrow(/RATE_LIMITS: must be off, or calls a minute/)
  await expect(limitsOf('call=x')).rejects.toBeInstanceOf(ConfigError)
})

test('a pooler needs the address of the database itself, too', async () => {
  const DATA_DIR = await dataFolder()
  const DATABASE_POOL_URL = 'postgres://fonema_app@pooler/fonema'
  await expect(readConfig({ DATA_DIR, DATABASE_POOL_URL })).rejects.toThrow(/DATABASE_URL is required/)
  const both = { DATABASE_POOL_URL, DATABASE_URL: 'postgres://owner@database/fonema', SECRET_KEY: 'k'.repeat(32) }
  const { databaseUrl, databasePoolUrl } = await readConfig({ DATA_DIR, ...both })
  expect([databaseUrl, databasePoolUrl]).toEqual([both.DATABASE_URL, DATABASE_POOL_URL])
})

test('a replica needs the address of its primary', async () => {
  const DATA_DIR = await dataFolder()
  const DATABASE_READ_URL = 'postgres://fonema_app@replica/fonema'
  await expect(readConfig({ DATA_DIR, DATABASE_READ_URL })).rejects.toThrow(/DATABASE_URL is required/)
  const both = { DATABASE_READ_URL, DATABASE_URL: 'postgres://owner@database/fonema', SECRET_KEY: 'k'.repeat(32) }
  expect(await readConfig({ DATA_DIR, ...both })).toMatchObject({ databaseReadUrl: DATABASE_READ_URL })
})

test('TRUST_PROXY accepts only addresses and networks', async () => {
  const DATA_DIR = await dataFolder()
  const proxiesOf = async (TRUST_PROXY: string) => (await readConfig({ DATA_DIR, TRUST_PROXY })).trustProxy
  for (const right of ['127.0.0.1', 'loopback', '10.0.0.0/8, ::1', '2001:db8::/32'])
    expect(await proxiesOf(right)).toBe(right)
  for (const wrong of [
    'true',
    '1',
    '*',
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.0.0.0/8/8',
    '127.0.0.1,',
    'x/8',
  ])
    await expect(proxiesOf(wrong), wrong).rejects.toThrow(/TRUST_PROXY: must be addresses/)
})

test('reads earlier secrets from SECRET_KEY_PREVIOUS, and from the further lines of the key file', async () => {
  const DATA_DIR = await dataFolder()
  const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
  const secretsOf = async (settings: Record<string, string> = {}) => {
    const { secretKey, earlierSecretKeys } = await readConfig({ DATA_DIR, ...settings })
    return [secretKey, ...earlierSecretKeys]
  }
  expect(await secretsOf({ SECRET_KEY: first })).toEqual([first])
  expect(await secretsOf({ SECRET_KEY: first, SECRET_KEY_PREVIOUS: `${second}, ${third}` })).toEqual([
    ...[first, second, third],
  ])
  for (const SECRET_KEY_PREVIOUS of ['short', `${second},`, `${second},short`])
    await expect(secretsOf({ SECRET_KEY: first, SECRET_KEY_PREVIOUS })).rejects.toThrow(/SECRET_KEY_PREVIOUS.*32/)

  const [made] = await secretsOf()
  const kept = path.join(DATA_DIR, 'secret-key')
  expect(await secretsOf()).toEqual([made])
  await writeFile(kept, `${first}\n${await readFile(kept, 'utf8')}`)
  expect(await secretsOf()).toEqual([first, made])
  expect(await secretsOf({ SECRET_KEY_PREVIOUS: third })).toEqual([first, made, third])
  await writeFile(kept, '\n')
  await expect(secretsOf()).rejects.toThrow(/secret-key .* is empty/)
})
