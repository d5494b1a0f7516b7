import { contract } from '@fonema/contract'
import { expect, test } from 'vitest'
import { accessTable } from '../testing/access-table.ts'
import { type AccessWorld, buildAccessWorld } from '../testing/access-world.ts'
import { auditTable } from '../testing/audit-table.ts'
import { withClient } from '../testing/database-setup.ts'
import { goodCall } from '../testing/good-calls.ts'
import { buildTestApp, cookieFrom, type TestApp } from '../testing/test-app.ts'

type Entry = {
  action: string
  subject: string
  user_id: string | null
  examiner_id: string | null
  mode: string | null
}

/** The entries of the audit log after the id `last`. */
const readAuditLog = ({ url }: TestApp, last = 0) =>
  withClient(url, async (client) => {
    const columns = 'id::int, action, subject, user_id, examiner_id, mode'
    const { rows } = await client.query<Entry & { id: number }>(
      `select ${columns} from audit_entries where id > $1 order by id`,
      [last],
    )
    return rows
  })

const userIdOf = ({ authorization }: { authorization: string }): string =>
  JSON.parse(Buffer.from(authorization.split('.')[1]!, 'base64url').toString()).sub

const people = {
  'signed in': 'examiner@demo.example',
  examiner: 'examiner@demo.example',
  manager: 'manager@demo.example',
  owner: 'owner@demo.example',
}

/** Makes the calls one after the other, and returns what is wrong with their entries. */
async function wrongEntries(
  world: AccessWorld,
  keys: readonly string[],
  headersOf: (key: string) => Promise<{ authorization: string } | undefined>,
  acting: Pick<Entry, 'examiner_id' | 'mode'> | undefined = undefined,
) {
  const wrong: string[] = []
  for (const key of keys) {
    const row = auditTable[key]!
    const call = await goodCall(world, key, await headersOf(key))
    const before = (await readAuditLog(world.demo)).at(-1)?.id ?? 0
    const { statusCode, body } = await world.demo.app.inject(call)
    if (statusCode >= 300) wrong.push(`${key}: answered ${statusCode} ${body}`)
    const entries = await readAuditLog(world.demo, before)
    const left = entries.map(({ action, subject }) => `${action} ${subject}`)
    const expected = 'none' in row ? [] : row
    if (left.toSorted().join() !== expected.toSorted().join())
      wrong.push(`${key}: left ${left.join(', ') || 'nothing'}`)
    if (call.headers.authorization === undefined) continue
    const user_id = userIdOf({ authorization: call.headers.authorization })
    const isTheirs = (entry: Entry) =>
      entry.user_id === user_id &&
      (acting === undefined || (entry.examiner_id === acting.examiner_id && entry.mode === acting.mode))
    if (!entries.every(isTheirs)) wrong.push(`${key}: in the name of ${JSON.stringify(entries)}`)
  }
  return wrong
}

// The test builds people and objects, and makes some hundred calls.
const patience = { timeout: 300_000 }

test('the table has a row for every call of the contract, and no others', () => {
  expect(Object.keys(auditTable).sort()).toEqual(Object.keys(contract).sort())
})

test('each call writes the audit entries of its row, in its caller’s name', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp({ WEBHOOK_NETWORKS: '127.0.0.0/8' }))
  // The last calls empty the installation.
  const keys = Object.keys(auditTable).sort((a, b) => Number(a.includes(' /setup/')) - Number(b.includes(' /setup/')))
  const wrong = await wrongEntries(world, keys, async (key) => {
    const { to } = accessTable[key]!
    // A new session for each call, because repeated reads in one session share an entry.
    return to === 'everybody' || to === 'whoever was granted it' ? undefined : world.demo.signIn(people[to])
  })
  expect(wrong).toEqual([])
})

test('entries written during an impersonation name both people', patience, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const { headers, mode } = world.actors.find((actor) => actor.mode === 'full')!
  const keys = Object.entries(auditTable)
    .filter(([key, row]) => !key.startsWith('GET ') && accessTable[key]!.to === 'examiner' && !('none' in row))
    .map(([key]) => key)
  expect(keys.length).toBeGreaterThan(15)
  const acting = { examiner_id: world.given.examiner_id!, mode: mode! }
  const wrong = await wrongEntries(world, keys, async () => headers as { authorization: string }, acting)
  expect(wrong).toEqual([])
})

test('a replayed token ends its session, with an audit entry', async () => {
  const { app, clock, ...demo } = await buildTestApp()
  const post = (path: string, payload: object, headers = {}) =>
    app.inject({ method: 'POST', url: `/api/user/api/${path}`, payload, headers })
  const opened = await post('token/', { email: people.examiner, password: 'Correct-Horse-7!' })
  const { refresh } = opened.json()
  const renew = async () => (await post('token/refresh/', { refresh }, { cookie: cookieFrom(opened) })).json()
  expect((await renew()).access).toBeDefined()
  clock.advance(3_000)
  const { id } = (await readAuditLog({ app, clock, ...demo })).at(-1)!
  expect(await renew()).toEqual({ code: 'token_not_valid' })
  expect(await readAuditLog({ app, clock, ...demo }, id)).toMatchObject([{ action: 'sign_out', subject: 'sessions' }])
})
