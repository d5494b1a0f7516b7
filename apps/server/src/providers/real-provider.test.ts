import { expect, onTestFinished, test } from 'vitest'
import { addProvider } from '../../testing/house.ts'
import { type HousePerson, houseClient, signInAtProvider, startRealProvider } from '../../testing/real-provider.ts'
import { organizationIds } from '../../testing/template.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { visitor } from '../../testing/visitor.ts'

async function buildRealHouse() {
  const demo = await buildTestApp({ SIGN_IN_DOMAINS: `demo.example=${organizationIds.demo}` })
  // The provider posts its logout tokens to a real address.
  const address = await demo.app.listen({ port: 0, host: '127.0.0.1' })
  const people: Record<string, HousePerson> = {
    dora: { email: 'dora@demo.example', given_name: 'Dora', family_name: 'Médica', groups: ['speech'] },
  }
  const idp = await startRealProvider(people, () => ({
    redirectUris: [provider.redirect_uri],
    logoutUri: `${address}/api/provider_logout/${provider.id}`,
    after: `${new URL(provider.redirect_uri).origin}/`,
  }))
  onTestFinished(idp.stop)
  const settings = { issuer: idp.issuer, clientId: houseClient.id, clientSecret: houseClient.secret }
  const provider = await addProvider(demo, await demo.signIn('owner@demo.example'), settings)
  idp.register()
  return { demo, provider, people, browser: () => visitor(demo) }
}

test('with a real provider: a first sign-in, a confirmation, a renewal, the end of a group, and a logout there', async () => {
  const { demo, provider, people, browser } = await buildRealHouse()
  const one = browser()
  const jar = new Map<string, string>()
  const back = await signInAtProvider(await one.begin(provider.id, 'dora@demo.example'), 'dora', jar)
  expect(back.href.startsWith(provider.redirect_uri)).toBe(true)
  expect(await one.finish(provider.id, back.search)).toMatchObject({ status: 200 })
  const { body } = await one.send('GET', '/user/user_info/')
  expect(body).toMatchObject({ first_name: 'Dora', tags: ['speech'], roles: { is_examiner: true } })
  expect((await one.send('GET', '/user/provider/')).body).toMatchObject({
    provider: { name: 'Casa' },
    has_password: false,
  })

  // The provider asks again although the person is signed in there.
  const { address } = (await one.send('POST', '/user/provider/confirm/')).body
  const confirmed = await signInAtProvider(address, 'dora', jar)
  const proof = await one.send('POST', '/user/provider/confirmed/', {
    provider_id: provider.id,
    query: confirmed.search,
  })
  expect(proof).toMatchObject({ status: 200, body: { proof: expect.any(String) } })

  const other = browser()
  const again = await signInAtProvider(await other.begin(provider.id), 'dora')
  expect((await other.finish(provider.id, again.search)).status).toBe(200)

  // A tab elsewhere with the same session of the provider.
  const third = browser()
  const same = await signInAtProvider(await third.begin(provider.id), 'dora', jar)
  expect((await third.finish(provider.id, same.search)).status).toBe(200)

  // Signing out at the provider posts a logout token, which ends this session and not the other browser's.
  const end = (await one.send('GET', '/user/provider/logout/')).body.address
  await one.send('POST', '/user/logout/')
  expect(end).toContain(`${new URL(address).origin}/session/end`)
  expect((await one.send('GET', '/user/user_info/')).status).toBe(401)
  expect((await third.send('GET', '/user/user_info/')).status).toBe(200)
  const after = await signInAtProvider(end, 'dora', jar)
  expect(after.href).toBe(`${new URL(provider.redirect_uri).origin}/`)
  await expect.poll(async () => (await third.send('GET', '/user/user_info/')).status).toBe(401)
  expect((await other.send('GET', '/user/user_info/')).status).toBe(200)

  // The provider is asked again after some minutes.
  demo.clock.advance(300)
  expect((await other.refresh()).status).toBe(200)
  people.dora!.groups = ['kitchen']
  demo.clock.advance(300)
  expect((await other.refresh()).status).toBe(401)
  const late = await signInAtProvider(await other.begin(provider.id), 'dora')
  expect(await other.finish(provider.id, late.search)).toMatchObject({ status: 403, body: { reason: 'no_role' } })
})
