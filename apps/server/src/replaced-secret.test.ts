import { expect, test } from 'vitest'
import { withClient } from '../testing/database-setup.ts'
import { buildBeside, buildTestApp, cookieFrom, password, type TestApp } from '../testing/test-app.ts'
import { sealEntries, verifyChains } from './audit/chain.ts'
import { deriveKeys } from './platform/keys.ts'

type App = Pick<TestApp['app'], 'inject'>

const newSecret = 'the secret that the clinic has from now on'
/** A clinic with its secret, and processes that use a new secret in different ways. */
async function buildClinic() {
  const demo = await buildTestApp()
  const { secretKey: oldSecret } = demo.config
  return {
    ...demo,
    oldSecret,
    renewed: await buildBeside(demo, { secretKey: newSecret, earlierSecretKeys: [oldSecret] }),
    forgetful: await buildBeside(demo, { secretKey: newSecret, earlierSecretKeys: [] }),
    // The first step when several machines change the secret one after the other.
    prepared: await buildBeside(demo, { earlierSecretKeys: [newSecret] }),
  }
}

const post = (app: App, path: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/user/api/${path}`, payload, headers })
async function signIn(app: App) {
  const response = await post(app, 'token/', { email: 'examiner@demo.example', password })
  return { ...response.json(), cookie: cookieFrom(response) }
}
const refresh = async (app: App, { refresh, cookie }: { refresh: string; cookie: string }) => ({
  ...(await post(app, 'token/refresh/', { refresh }, { cookie })).json(),
  cookie,
})
const outboxKey = async (app: App, access: string) =>
  app.inject({ url: '/api/user/outbox_key/', headers: { authorization: `Bearer ${access}` } })
const opens = async (app: App, access: string) => (await outboxKey(app, access)).statusCode === 200

test('earlier tokens are valid where the old secret is known; new ones are signed with the new secret', async () => {
  const { app, renewed, forgetful, prepared } = await buildClinic()
  const before = await signIn(app)
  expect([await opens(renewed, before.access), await opens(forgetful, before.access)]).toEqual([true, false])
  const after = await signIn(renewed)
  expect([await opens(renewed, after.access), await opens(prepared, after.access)]).toEqual([true, true])
  expect(await opens(app, after.access)).toBe(false)
  const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
  expect(headerOf(after.access).kid).not.toBe(headerOf(before.access).kid)
  // A token that names the old key and is signed with the new one is invalid, and the reverse.
  const [oldParts, newParts] = [before.access.split('.'), after.access.split('.')]
  expect(await opens(renewed, [oldParts[0], newParts[1], newParts[2]].join('.'))).toBe(false)
  expect(await opens(renewed, [newParts[0], oldParts[1], oldParts[2]].join('.'))).toBe(false)
})

test('two tabs that refresh before and after the secret is replaced get the same successor', async () => {
  const { app, renewed } = await buildClinic()
  const before = await signIn(app)
  const [first, repeated] = [await refresh(app, before), await refresh(renewed, before)]
  expect(repeated.refresh).toBe(first.refresh)
  const next = await refresh(renewed, first)
  expect([await opens(renewed, next.access), next.refresh === first.refresh]).toEqual([true, false])
  expect((await refresh(renewed, next)).access).toBeDefined()
})

test('the browser gets the former key with which it sealed its outbox', async () => {
  const { app, renewed, forgetful } = await buildClinic()
  const keysOf = async (process: App) => (await outboxKey(process, (await signIn(process)).access)).json()
  const [before, after, lost] = [await keysOf(app), await keysOf(renewed), await keysOf(forgetful)]
  expect(after.former).toEqual([{ key_id: before.key_id, key: before.key }])
  expect([after.key === before.key, lost.key === after.key, lost.former]).toEqual([false, true, []])
})

test('the audit log continues with the new key, and is valid with both keys', async () => {
  const { app, database, oldSecret, organizationId, url } = await buildClinic()
  const auditKeys = (secretKey: string, ...earlierSecretKeys: string[]) =>
    deriveKeys({ secretKey, earlierSecretKeys }, 'audit')
  const [old, renewed, prepared] = [
    auditKeys(oldSecret),
    auditKeys(newSecret, oldSecret),
    auditKeys(oldSecret, newSecret),
  ]
  const seal = async (keys: typeof old) => {
    await signIn(app)
    return sealEntries(database, keys)
  }
  const problemsWith = async (keys: typeof old) =>
    (await verifyChains(database, keys)).find((report) => report.organizationId === organizationId)!.problems

  expect(await seal(old)).toBeGreaterThan(0)
  expect(await seal(renewed)).toBe(1)
  expect(await problemsWith(renewed)).toEqual([])
  // The new key alone cannot verify earlier seals, nor the old key later ones.
  expect((await problemsWith(auditKeys(newSecret))).length).toBeGreaterThan(0)
  expect((await problemsWith(old)).length).toBeGreaterThan(0)

  // A machine that was not restarted yet leaves sealing to the others, or seals with the new key if it has that key.
  expect(await seal(old)).toBe(0)
  expect(await seal(prepared)).toBe(2)
  expect([await problemsWith(renewed), await problemsWith(prepared)]).toEqual([[], []])

  // An attacker with the old secret and the database extends the chain.
  await withClient(url, async (client) => {
    await client.query('alter table audit_seals disable trigger append_only')
    await client.query('update audit_seals set key_id = null')
  })
  expect(await seal(old)).toBe(1)
  expect(await problemsWith(renewed)).toEqual([
    expect.stringMatching(/^entry \d+ was sealed with a key that had been replaced$/),
  ])
})
