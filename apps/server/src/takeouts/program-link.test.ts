import { expect, test } from 'vitest'
import { openServiceAccounts } from '../../testing/service-accounts.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { makeTakeout } from './jobs.ts'

test('a link to an export works while its key does', async () => {
  const demo = await buildTestApp()
  const { app, organizationId: organization_id } = demo
  const { create, manage } = await openServiceAccounts(demo)
  const { id, key_id, headers } = await create({ scopes: ['exports:write'] })
  const post = (path: string) => app.inject({ method: 'POST', url: `/api/takeouts/${path}/`, headers, payload: {} })
  const { uuid } = (await post('organization')).json()
  await makeTakeout(demo, { organization_id, takeout_id: uuid })
  const { url } = (await post(`download_link/${uuid}`)).json()
  expect((await app.inject({ url })).statusCode).toBe(200)
  await manage('DELETE', `${id}/keys/${key_id}/`)
  expect((await app.inject({ url })).statusCode).toBe(401)
})
