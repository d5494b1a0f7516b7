import { expect, test } from 'vitest'
import { buildHouse, doctor } from '../../testing/house.ts'

test('an account is made at the first sign-in, with what the rule gives, and signs in again', async () => {
  const { idp, provider, browser } = await buildHouse()
  const one = browser()
  expect((await one.send('POST', '/user/provider/find/', { email: 'Doctor@Demo.example' })).body).toEqual({
    provider: { id: provider.id, name: 'Casa' },
  })
  expect(await one.signInBy(provider.id, idp, doctor)).toMatchObject({ status: 200 })
  const { body } = await one.send('GET', '/user/user_info/')
  expect(body).toMatchObject({ first_name: 'Dora', last_name: 'Médica', email: doctor.email, tags: ['speech'] })
  expect(body.roles).toMatchObject({ is_examiner: true, is_manager: false, is_owner: false })
  expect((await one.refresh()).status).toBe(200)
  const other = browser()
  expect((await other.signInBy(provider.id, idp, doctor)).status).toBe(200)
  expect((await other.send('GET', '/user/user_info/')).body.id).toBe(body.id)
})
