import { readRecordReport } from '../src/clinical-reports/record-report.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { openQueue } from '../src/platform/jobs/queue.ts'
import { deriveKeys } from '../src/platform/keys.ts'
import { createAddressRule, resolveHost } from '../src/webhooks/address.ts'
import { createDeliverer } from '../src/webhooks/deliver.ts'

// A worker in a process of its own, for tests that kill it: it sends what is due once.
const [url = '', secretKey = '', now = ''] = process.argv.slice(2)
const database = openDatabase(url)
const deliverer = createDeliverer(
  {
    database,
    queue: await openQueue(url, () => {}),
    clock: { now: () => new Date(now) },
    keys: deriveKeys({ secretKey, earlierSecretKeys: [] }, 'webhooks'),
    rule: createAddressRule(['127.0.0.0/8']),
    resolve: resolveHost,
    readReport: readRecordReport,
  },
  (error) => {
    throw error
  },
)
await deliverer.take()
await deliverer.idle()
