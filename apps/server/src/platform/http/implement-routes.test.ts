import { Readable } from 'node:stream'
import {
  type Actor,
  contract,
  type ExaminerId,
  type ManagerId,
  type OrganizationId,
  type Route,
  type UserId,
} from '@fonema/contract'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { AppError, sendError, validatorCompiler } from './errors.ts'
import { createImplementer } from './implement.ts'
import { serializerCompiler } from './serialize.ts'

const id = '019ab000-0000-7000-8000-0000000000aa'
const examiner = { is_examiner: true, is_manager: false, is_owner: false }
const manager = { is_examiner: false, is_manager: true, is_owner: false }

/** A server without a database. `actor`: who calls; undefined for somebody without a session. */
function serve(actor?: Actor) {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  // No test of this file opens a connection.
  const database = openDatabase('postgresql://nowhere.invalid/none')
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  const noted: unknown[] = []
  const { implement, requireComplete } = createImplementer(app, {
    database,
    authenticate: async () => {
      if (actor === undefined) throw new AppError('token_not_valid')
      return {
        ...actor,
        userId: id as UserId,
        organizationId: id as OrganizationId,
        sessionId: id,
        machine: null,
        examinerId: id as ExaminerId,
        managerId: id as ManagerId,
        impersonation: null,
        timeZone: 'UTC',
        ownTimeZone: 'UTC',
        secondFactorNeeded: null,
        lastWrite: null,
      }
    },
    lists: new Set(),
    readLog: {
      readOf: (key) => (key.startsWith('GET /files/{') ? { key } : undefined),
      noteRead: async ({ userId }, read, params) => {
        noted.push({ userId, read, params })
      },
    },
    cursorKeys: [Buffer.alloc(32)],
  })
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const { statusCode, body } = await app.inject({ method, url: `/api${path}`, ...(payload && { payload }) })
    return { status: statusCode, answer: body === '' ? undefined : JSON.parse(body) }
  }
  return { app, implement, requireComplete, call, noted }
}

const files = `/files/${id}/`
const file = {
  id,
  filename: 'notes.txt',
  label: null,
  content_type: 'text/plain',
  size: 5,
  sha256: 'ab',
  date_created: '2026-11-20T10:00:00.000Z',
}
const surveys = `/surveys/responses/${id}/`
const filled = {
  id,
  participant: id,
  date_created: '2026-11-20T10:00:00.000Z',
  active: true,
  is_completed: true,
  survey_id: id,
  survey: { id, name: 'My voice' },
  scores: [{ name: 's', label: 'S', value: 3, min: 0, max: 4, answered: 1, total: 1, band: null, missing: [] }],
  alerts: [{ field: 'f', score: null, text: 'Notice' }],
}

test('the start stops when a call has two handlers or none', () => {
  const { implement, requireComplete } = serve()
  expect(requireComplete).toThrow(/^Routes of the contract without a handler: .*DELETE \/files\/\{participant_id\}/)
  implement('GET /files/{participant_id}/', async () => [])
  expect(() => implement('GET /files/{participant_id}/', async () => [])).toThrow(
    'GET /files/{participant_id}/ has two handlers',
  )
  expect(requireComplete).not.toThrow(/GET \/files\/\{participant_id\}\/,/)
})

test('the start continues when each call has a handler', () => {
  const { implement, requireComplete } = serve()
  for (const key of Object.keys(contract) as (keyof typeof contract)[]) implement(key, async () => undefined as never)
  expect(requireComplete).not.toThrow()
})

test('every answer of a call that ends says so, also a refusal', async () => {
  const key = 'GET /files/{participant_id}/'
  const route: Route = contract[key]
  route.deprecated = { since: '2027-01-01', sunset: '2029-01-01' }
  onTestFinished(() => {
    delete route.deprecated
  })
  for (const [actor, status] of [
    [{ roles: examiner, mode: null }, 200],
    [undefined, 401],
  ] as const) {
    const { app, implement } = serve(actor)
    implement(key, async () => [])
    const answer = await app.inject({ url: `/api${files}` })
    expect([answer.statusCode, answer.headers]).toMatchObject([
      status,
      { deprecation: '@1798761600', sunset: 'Mon, 01 Jan 2029 00:00:00 GMT', link: '</api/docs>; rel="deprecation"' },
    ])
  }
})

test('a public call needs no session and has no caller', async () => {
  const { implement, call } = serve()
  const callers: unknown[] = []
  implement('POST /user/password_reset/', async ({ principal, body }) => {
    callers.push([principal, body.email])
    return {}
  })
  expect(await call('POST', '/user/password_reset/', { email: 'ana@example.org' })).toEqual({ status: 200, answer: {} })
  expect(callers).toEqual([[undefined, 'ana@example.org']])
})

test('rights are checked before the body is read', async () => {
  const wrong = { email: 7 }
  const without = serve()
  without.implement('POST /files/{participant_id}/', async () => undefined as never)
  without.implement('POST /surveys/responses/{participant_id}/', async () => undefined as never)
  expect(await without.call('POST', surveys, wrong)).toEqual({ status: 401, answer: { code: 'token_not_valid' } })
  const other = serve({ roles: manager, mode: null })
  other.implement('POST /surveys/responses/{participant_id}/', async () => undefined as never)
  expect(await other.call('POST', surveys, wrong)).toEqual({ status: 403, answer: { code: 'permission_denied' } })
})

test('only a mode without the feature learns which feature is missing', async () => {
  const reads = serve({ roles: examiner, mode: { recordSurvey: true } })
  reads.implement('GET /files/{participant_id}/', async () => [])
  const refusal = { code: 'feature_disabled', feature: 'readFiles' }
  expect(await reads.call('GET', files)).toEqual({ status: 403, answer: refusal })
  const allowed = serve({ roles: examiner, mode: { readFiles: true } })
  allowed.implement('GET /files/{participant_id}/', async () => [])
  expect(await allowed.call('GET', files)).toEqual({ status: 200, answer: [] })
})

test('a handler gets the parsed parts of its call, and each answer has the status of the contract', async () => {
  const { implement, call } = serve({ roles: examiner, mode: null })
  const got: unknown[] = []
  implement('DELETE /files/{participant_id}/{file_id}/', async ({ params, principal }) => {
    got.push({ ...params, by: principal.examinerId })
    return undefined
  })
  implement('POST /reports/server_error_user_report/', async ({ body }) => {
    got.push(body.user_comment)
    return { id }
  })
  expect(await call('DELETE', `${files}${id}/`)).toEqual({ status: 204, answer: undefined })
  expect(got).toEqual([{ participant_id: id, file_id: id, by: id }])
  expect(await call('DELETE', `${files}none/`)).toMatchObject({ status: 404 })
  const report = { error: '500', url: '/', method: 'GET', data: '', user_comment: ' It stopped ' }
  expect(await call('POST', '/reports/server_error_user_report/', report)).toEqual({ status: 201, answer: { id } })
  expect(got.at(-1)).toBe('It stopped')
  const refused = await call('POST', '/reports/server_error_user_report/', { ...report, other: 1 })
  expect(refused).toMatchObject({ status: 400, answer: { other: ['unknown_field'] } })
})

test('only a list with pages gets a page, and its query is checked', async () => {
  const { implement, call } = serve({ roles: examiner, mode: null })
  const pages: unknown[] = []
  implement('GET /files/{participant_id}/', async ({ page }) => {
    pages.push(page !== undefined)
    return []
  })
  implement('GET /files/rules/', async ({ page }) => {
    pages.push(page !== undefined)
    return { max_bytes: 5, extensions: [] }
  })
  expect((await call('GET', `${files}?limit=2`)).status).toBe(200)
  expect((await call('GET', '/files/rules/')).status).toBe(200)
  expect(pages).toEqual([true, false])
  expect((await call('GET', `${files}?limit=many`)).status).toBe(400)
})

test('a field that the mode may not read is blank, and only that field', async () => {
  const answerIn = async (mode: Actor['mode']) => {
    const { implement, call } = serve({ roles: examiner, mode })
    implement('GET /surveys/responses/{participant_id}/', async () => [filled as never])
    return (await call('GET', surveys)).answer
  }
  expect(await answerIn(null)).toEqual([filled])
  expect(await answerIn({ readSurveyRes: true })).toEqual([filled])
  expect(await answerIn({ recordSurvey: true })).toEqual([{ ...filled, scores: [], alerts: [] }])
})

test('a refusal of a call with guarded fields passes unchanged', async () => {
  const { implement, call } = serve({ roles: examiner, mode: {} })
  implement('GET /surveys/responses/{participant_id}/', async () => {
    throw new AppError('not_found')
  })
  expect(await call('GET', surveys)).toEqual({ status: 404, answer: { code: 'not_found' } })
})

test('only an answered read enters the log, with its caller and participant', async () => {
  const { implement, call, noted } = serve({ roles: examiner, mode: null })
  const found = [true, false]
  implement('GET /files/{participant_id}/', async () => {
    if (!found.shift()) throw new AppError('not_found')
    return [file as never]
  })
  implement('GET /files/rules/', async () => ({ max_bytes: 5, extensions: [] }))
  expect((await call('GET', files)).answer).toEqual([file])
  const entry = { userId: id, read: { key: 'GET /files/{participant_id}/' }, params: { participant_id: id } }
  expect(noted).toEqual([entry])
  expect((await call('GET', files)).status).toBe(404)
  await call('GET', '/files/rules/')
  expect(noted).toEqual([entry])
})

test('a handler may send a stream itself', async () => {
  const { app, implement } = serve({ roles: examiner, mode: null })
  implement('GET /files/rules/', async ({ reply }) => {
    await reply.type('text/plain').send(Readable.from(['one ', 'two']))
    return undefined as never
  })
  const { body, statusCode } = await app.inject({ url: '/api/files/rules/' })
  expect([statusCode, body]).toEqual([200, 'one two'])
})

test('an answer has only the members that the contract names', async () => {
  const { implement, call } = serve({ roles: examiner, mode: null })
  implement('GET /files/{participant_id}/', async () => [{ ...file, object_key: 'secret' } as never])
  expect((await call('GET', files)).answer).toEqual([file])
})
