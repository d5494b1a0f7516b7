import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settingNames } from '../apps/server/src/config.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')

type Service = { image: string; command?: string; environment: Record<string, string> }
const compose: { services: Record<string, Service> } = parse(read('deploy/compose.yaml'), { merge: true })
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'fonema')

/** Values that an administrator would set; optional ones are not set. */
const given: Record<string, string> = {
  PUBLIC_HOST: 'clinic.example.org',
  SECRET_KEY: 'a key of the clinic that nobody else has',
  DATABASE_PASSWORD: 'secret',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'clinic',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const substitute = (text: string, values = given) =>
  text.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_, name, fallback) => {
    const value = values[name] ?? fallback
    if (value === undefined) throw new Error(`${name} is not set`)
    return value
  })

/** What a process of compose.yaml makes of its environment. */
async function configOf({ environment }: Service, values = given) {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'fonema-compose-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const settings = Object.entries(environment).map(([key, value]) => [key, substitute(value, values)])
  return readConfig({ ...Object.fromEntries(settings), DATA_DIR })
}

test('the processes of compose.yaml start with its settings, and it names no unknown setting', async () => {
  expect(ours.map(([name, { command }]) => [name, command])).toEqual([
    ['web-1', 'web'],
    ['web-2', 'web'],
    ['worker', 'worker'],
  ])
  for (const [name, service] of ours) {
    const unknown = Object.keys(service.environment).filter((key) => !settingNames.includes(key))
    expect([name, unknown]).toEqual([name, []])
    expect(await configOf(service)).toMatchObject({
      databaseUrl: 'postgresql://fonema:secret@database:5432/fonema',
      databasePoolUrl: undefined,
      databaseReadUrl: undefined,
      publicUrl: 'https://clinic.example.org',
      s3: { endpoint: 'https://s3.example.org', region: 'us-east-1' },
      demo: { enabled: false },
      smtpUrl: undefined,
    })
  }
})

test('every process of compose.yaml uses a pooler and a replica that are set', async () => {
  const DATABASE_POOL_URL = 'postgresql://fonema_app:secret@pooler:6432/fonema'
  const DATABASE_READ_URL = 'postgresql://fonema_app:secret@replica:5432/fonema'
  for (const [, service] of ours)
    expect(await configOf(service, { ...given, DATABASE_POOL_URL, DATABASE_READ_URL })).toMatchObject({
      databaseUrl: 'postgresql://fonema:secret@database:5432/fonema',
      databasePoolUrl: DATABASE_POOL_URL,
      databaseReadUrl: DATABASE_READ_URL,
    })
})

test('every way to start the program passes the same options to Node', () => {
  const ways = [
    'package.json',
    'deploy/fonema.service',
    'deploy/Dockerfile',
    'scripts/cluster/start-cluster.ts',
    'scripts/load/site.ts',
  ]
  const options = ways.map((file) => [file, read(file).match(/--max-\w+-space-size=\d+/g)])
  expect(options).toEqual(ways.map((file) => [file, ['--max-semi-space-size=16']]))
})

test('the proxy has the name of each web process', () => {
  const upstreams = /reverse_proxy (.+) \{/.exec(read('deploy/Caddyfile'))?.[1]?.split(' ')
  expect(upstreams).toEqual(ours.filter(([, { command }]) => command === 'web').map(([name]) => `${name}:8080`))
})

test('the operations document lists every setting', () => {
  const table = read('docs/operations.md')
  expect(settingNames.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('the variables of the Dockerfile and of the systemd unit are settings', () => {
  const named = [
    ...read('deploy/Dockerfile').matchAll(/^ENV (.+)$/gm),
    ...read('deploy/fonema.service').matchAll(/^Environment=(.+)$/gm),
  ].flatMap(([, pairs]) => pairs!.split(' ').map((pair) => pair.split('=')[0]!))
  expect(named.filter((name) => !['NODE_ENV', ...settingNames].includes(name))).toEqual([])
  expect(named).toContain('DATA_DIR')
})
