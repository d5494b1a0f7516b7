import path from 'node:path'
import { buildApp, contentFolder } from '../../../apps/server/src/app.ts'
import { readConfig } from '../../../apps/server/src/config.ts'
import { openCatalogue } from '../../../apps/server/src/content/catalogue.ts'
import { readContent } from '../../../apps/server/src/content/files.ts'
import { openQueue } from '../../../apps/server/src/platform/jobs/queue.ts'
import { openLocalStore } from '../../../apps/server/src/platform/objects/object-store.ts'
import { recordingOf, signIn, startSession, upload } from '../client.ts'
import { type Clinic, secretKey } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { audit, failuresOf } from '../stored.ts'

const minute = 60_000

/** The token is valid at the click but not at the upload. The clinic's clock is moved, so the test does not wait. */
export const expiredToken: Scenario = {
  name: 'expired-token',
  title: 'The token or session has expired when a long recording ends',
  async run({ clinic, short }) {
    const clock = { time: Date.now() }
    const { baseUrl, close } = await listen(clinic, () => new Date(clock.time))
    const failures: string[] = []
    const expect = (what: string, status: number, expected: number) => {
      if (status !== expected) failures.push(`${what}: ${status} instead of ${expected}`)
    }
    try {
      const examiner = await signIn(baseUrl)
      const session = await startSession(examiner)
      const item = session.items[0]!
      const sent = []
      const recordings = short ? 1 : 20
      for (let take = 1; take <= recordings; take++) {
        const recording = recordingOf(600, 8000)
        const send = async () =>
          (await upload(baseUrl, examiner, session.pathOf(item), recording, { take: String(take) })).status
        sent.push({ sessionId: session.id, itemId: item.id, sha256: recording.sha256, acknowledged: true })
        clock.time += 10 * minute
        expect('a token that expired during the recording', await send(), 401)
        await examiner.refresh()
        expect('after a refresh', await send(), 201)
        clock.time += 61 * minute
        expect('sent again after the end of the session', await send(), 401)
        await examiner.renew()
        expect('after another sign-in', await send(), 200)
      }
      const result = await audit(clinic, sent)
      return {
        counts: { 'ten-minute recordings': recordings, ...result },
        failures: [...failures, ...failuresOf(result)],
      }
    } finally {
      await close()
    }
  },
}

/** The product's own application in this process, on a clock that can be set. */
async function listen(clinic: Clinic, now: () => Date) {
  const config = await readConfig({
    DATABASE_URL: clinic.databaseUrl,
    SECRET_KEY: secretKey,
    DATA_DIR: clinic.dataDir,
    LOG_LEVEL: 'silent',
  })
  const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))
  const store = await openLocalStore(path.join(clinic.dataDir, 'files'))
  const queue = await openQueue(clinic.databaseUrl, () => {})
  const app = await buildApp({ config, database: clinic.database, store, queue, clock: { now }, catalogue, models: [] })
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    baseUrl,
    async close() {
      await app.close()
      await queue.stop()
    },
  }
}
