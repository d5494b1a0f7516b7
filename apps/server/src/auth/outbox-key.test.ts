import { UserId } from '@fonema/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import { outboxKeyOf } from './outbox-key.ts'

test('each user gets a different key, the same at every sign-in', async () => {
  const { app, signIn } = await buildTestApp()
  const keyOf = async (email: string) => {
    const response = await app.inject({ url: '/api/user/outbox_key/', headers: await signIn(email) })
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    return response.json() as { key_id: string; key: string }
  }
  const first = await keyOf('examiner@demo.example')
  expect(Buffer.from(first.key, 'base64url')).toHaveLength(32)
  expect(await keyOf('examiner@demo.example')).toEqual(first)
  const colleague = await keyOf('colleague@demo.example')
  expect(colleague.key).not.toBe(first.key)
  expect(colleague.key_id).not.toBe(first.key_id)
})

test('the database does not contain the key', async () => {
  const { app, signIn, database } = await buildTestApp()
  const headers = await signIn('examiner@demo.example')
  const { key } = (await app.inject({ url: '/api/user/outbox_key/', headers })).json()
  for (const table of ['users', 'credentials', 'sessions'] as const) {
    const rows = await database.shared.selectFrom(table).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
  }
})

test('a replaced secret of the clinic gives another key id, and the former key is still sent', () => {
  const user = UserId.parse('01a1998e-4400-79f8-8df2-d308536f5cdb')
  const before = outboxKeyOf({ secretKey: 'a'.repeat(32), earlierSecretKeys: [] }, user)
  const after = outboxKeyOf({ secretKey: 'b'.repeat(32), earlierSecretKeys: ['a'.repeat(32)] }, user)
  expect(after.key).not.toBe(before.key)
  expect(after.key_id).not.toBe(before.key_id)
  // With the former key the browser opens what it sealed before.
  expect(before.former).toEqual([])
  expect(after.former).toEqual([{ key_id: before.key_id, key: before.key }])
})
