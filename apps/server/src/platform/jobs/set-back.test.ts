import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { resetFutureTimes } from './set-back.ts'

test('after the clock is set back by days, jobs added before are due at once; delayed jobs are not', async () => {
  const { database, queue } = await buildTestApp()
  for (let i = 0; i < 2; i++)
    await database.shared
      .transaction()
      .execute((tx) => queue.add(tx, 'send-password-mail', { user_id: randomUUID(), purpose: 'reset' }))
  const later = sql`now() + interval '3 days'`
  await sql`update pgboss.job set start_after = ${later}`.execute(database.shared)
  await sql`update pgboss.job set created_on = ${later} where id = (select id from pgboss.job limit 1)`.execute(
    database.shared,
  )
  await sql`update pgboss.queue set monitor_on = ${later}`.execute(database.shared)

  await resetFutureTimes(database)
  const due = await sql`select id from pgboss.job where start_after <= now() and created_on <= now()`.execute(
    database.shared,
  )
  expect(due.rows).toHaveLength(1)
  const late = await sql`select name from pgboss.queue where monitor_on > now()`.execute(database.shared)
  expect(late.rows).toEqual([])
})
