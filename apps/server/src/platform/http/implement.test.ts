import type { ExaminerId, ManagerId, OrganizationId, UserId } from '@fonema/contract'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import type { Tx } from '../database/database.ts'
import { AppError, sendError, validatorCompiler } from './errors.ts'
import { createImplementer } from './implement.ts'
import type { Principal } from './principal.ts'
import { serializerCompiler } from './serialize.ts'

const id = '019ab000-0000-7000-8000-0000000000aa'

/** A server with one route in a transaction. `readAtSend` is what another connection reads before each answer is sent. */
async function serve(work: (tx: Tx) => Promise<undefined>, caller: Partial<Principal> = {}) {
  const { database, organizationId } = await buildTestApp()
  const readSettings = (of: OrganizationId) =>
    database.tenant(of, (tx) => tx.selectFrom('organizations').select('settings').executeTakeFirst())
  const readAtSend: unknown[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  app.addHook('onSend', async () => {
    readAtSend.push((await readSettings(organizationId))?.settings)
  })
  const { implement } = createImplementer(app, {
    database,
    authenticate: async () => ({
      userId: id as UserId,
      organizationId,
      sessionId: id,
      machine: null,
      examinerId: null,
      managerId: id as ManagerId,
      impersonation: null,
      timeZone: 'UTC',
      ownTimeZone: 'UTC',
      secondFactorNeeded: null,
      lastWrite: null,
      mode: null,
      roles: { is_examiner: false, is_manager: true, is_owner: true },
      ...caller,
    }),
    lists: new Set(),
    readLog: { readOf: () => undefined, noteRead: async () => {} },
    cursorKeys: [Buffer.alloc(32)],
  })
  implement.inTenant('DELETE /organizations/managers/{manager_id}/', ({ tx }) => work(tx))
  const call = () => app.inject({ method: 'DELETE', url: `/api/organizations/managers/${id}/` })
  return { call, readAtSend }
}

const change = async (tx: Tx): Promise<undefined> => {
  const { numUpdatedRows } = await tx
    .updateTable('organizations')
    .set({ settings: { semaphore_column: true } })
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(1n)
}

test('commits the changes of a handler that returns', async () => {
  const { call, readAtSend } = await serve(change)
  expect((await call()).statusCode).toBe(204)
  expect(readAtSend).toEqual([{ semaphore_column: true }])
})

test('rolls back when the handler throws', async () => {
  const { call, readAtSend } = await serve(async (tx) => {
    await change(tx)
    throw new AppError('conflict')
  })
  const answer = await call()
  expect([answer.statusCode, answer.json()]).toEqual([409, { code: 'conflict' }])
  expect(readAtSend).toEqual([{}])
})

test('sends the answer after the commit, so that a failed commit is answered with an error', async () => {
  const { call, readAtSend } = await serve(async (tx) => {
    await change(tx)
    // After a failed statement, PostgreSQL turns the commit into a rollback.
    await tx
      .deleteFrom('organizations')
      .execute()
      .catch(() => {})
  })
  expect((await call()).statusCode).toBe(500)
  expect(readAtSend).toEqual([{}])
})

/** A handler that keeps whom the database would name in the audit log. */
function readActors() {
  const actors: unknown[] = []
  const work = async (tx: Tx): Promise<undefined> => {
    const { rows } = await sql<{ actor: string }>`select current_setting('app.actor') as actor`.execute(tx)
    actors.push(JSON.parse(rows[0]!.actor))
  }
  return { actors, work }
}

test('a change enters the audit log in the name of its caller', async () => {
  const { actors, work } = readActors()
  const { call } = await serve(work)
  expect((await call()).statusCode).toBe(204)
  expect(actors).toEqual([{ user_id: id, session_id: id, examiner_id: null, mode: null }])
})

test('during an impersonation the audit log names the examiner and the mode too', async () => {
  const { actors, work } = readActors()
  const acting = { examiner_id: id as ExaminerId, mode: 'full' }
  const { call } = await serve(work, { examinerId: acting.examiner_id, impersonation: acting })
  expect((await call()).statusCode).toBe(204)
  expect(actors).toEqual([{ user_id: id, session_id: id, examiner_id: id, mode: 'full' }])
})
