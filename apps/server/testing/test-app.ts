import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { databaseUrl, withClient } from './database-setup.ts'
import { openTestApp, type TestApp } from './open-app.ts'

export { cookieFrom, type TestApp, type TestClock } from './open-app.ts'
export { password } from './template.ts'

/** Settings of an S3 store that several machines share, with a bucket for the test; none if the run has no store. */
const sharedStore = (name: string): Record<string, string> => {
  const s3 = inject('s3')
  if (s3 === undefined) return {}
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: name.replaceAll('_', '-'),
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SECRET_KEY: randomUUID(),
  }
}

/** Settings that lead calls, jobs and the queue through the run's pooler; none if the run has no pooler. */
const sharedPooler = (url: string): Record<string, string> => {
  const poolerUrl = inject('poolerUrl')
  if (poolerUrl === undefined) return {}
  const name = new URL(url).pathname.slice(1)
  return { DATABASE_URL: url, DATABASE_POOL_URL: databaseUrl(poolerUrl, name), SECRET_KEY: randomUUID() }
}

type Environment = Record<string, string>

/** The application of `openTestApp` on a copy of the template, with two machines if the run has an S3 store. */
export async function buildTestApp(environment: Environment | ((url: string) => Environment) = {}) {
  const templateUrl = inject('templateUrl')
  const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
  const maintenanceUrl = databaseUrl(templateUrl, 'postgres')
  await withClient(maintenanceUrl, (client) =>
    client.query(`create database ${name} template ${new URL(templateUrl).pathname.slice(1)} strategy file_copy`),
  )
  const url = databaseUrl(templateUrl, name)
  const given = typeof environment === 'function' ? environment(url) : environment
  const settings = { ...sharedStore(name), ...sharedPooler(url), ...given }
  const machineCount = inject('s3') === undefined ? 1 : 2
  const { close, ...test } = await openTestApp(url, settings, machineCount)
  onTestFinished(async () => {
    await close()
    await withClient(maintenanceUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return test
}

/** Another web process on the same database and store, optionally with different settings. */
export async function buildBeside(
  { config, database, store, queue, clock, catalogue, models }: TestApp,
  settings: Partial<Config> = {},
) {
  const app = await buildApp({ config: { ...config, ...settings }, database, store, queue, clock, catalogue, models })
  onTestFinished(() => app.close())
  return app
}
