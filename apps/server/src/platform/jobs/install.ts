import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { queueOptions, queueSchema } from './queue.ts'

/** Installs or upgrades the queue's schema as the database's owner, and grants the runtime role the use of it. */
export async function installQueue(connectionString: string, owner: pg.Client, role: string): Promise<void> {
  const boss = new PgBoss({ connectionString, schema: queueSchema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {}) // start() rejects with the same error
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queueOptions)) {
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options)
      else await boss.updateQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await owner.query(`
    grant usage on schema ${queueSchema} to ${role};
    grant select, insert, update, delete on all tables in schema ${queueSchema} to ${role};
    grant usage on all sequences in schema ${queueSchema} to ${role};
    grant execute on all functions in schema ${queueSchema} to ${role};`)
}
