import { randomUUID } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { databaseUrl, withClient } from './database-setup.ts'
import { openTestApp } from './open-app.ts'

export { password, type TestApp, type TestClock } from './open-app.ts'

/** The application of `openTestApp` on a copy of the template. Ends with the test. */
export async function buildTestApp(environment: Record<string, string> = {}) {
  const templateUrl = inject('templateUrl')
  const name = `fonema_test_${randomUUID().replaceAll('-', '')}`
  const maintenanceUrl = databaseUrl(templateUrl, 'postgres')
  await withClient(maintenanceUrl, (client) =>
    client.query(`create database ${name} template ${new URL(templateUrl).pathname.slice(1)}`),
  )
  const { close, ...test } = await openTestApp(databaseUrl(templateUrl, name), environment)
  onTestFinished(async () => {
    await close()
    await withClient(maintenanceUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return test
}
