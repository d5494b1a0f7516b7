import { contract, type Route } from '@fonema/contract'
import { call } from '../client.ts'
import { type Clinic, email } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { type Forgery, forgeriesOf, openSession } from './forged-tokens.ts'

type Address = { method: string; path: string }

const addresses: readonly Address[] = Object.entries(contract as Record<string, Route>)
  .filter(([, { access }]) => access !== 'public')
  .map(([key]) => {
    const [method = '', path = ''] = key.split(' ')
    return { method, path: path.replace(/\{\w+\}/g, '01a1998e-4400-79f8-8df2-d308536f5cdb') }
  })

/** Only a valid token of a current session opens protected calls. */
export const tokens: Scenario = {
  name: 'tokens',
  title: 'Forged, altered and stale tokens at every protected call: none is accepted',
  async run({ clinic, short }) {
    await clinic.startServer()
    const { access } = await openSession(clinic)
    const good = { name: 'good', headers: { authorization: `Bearer ${access}` } }
    const forgeries = await forgeriesOf(clinic)
    const failures = await acceptedOf(clinic, forgeries, short ? 4 : addresses.length)
    // Check of the scenario itself: a valid token is accepted, and no longer when its user is deactivated.
    const isIn = async () => (await ask(clinic, good, { method: 'GET', path: '/user/user_info/' })) === 200
    if (!(await isIn())) failures.push('a valid token is refused: the scenario tests nothing')
    await setActive(clinic, false)
    const calls = addresses.filter(({ path }) => !path.endsWith('/logout/'))
    for (const address of calls)
      if ((await ask(clinic, good, address)) !== 401) failures.push(`deactivated user: ${address.path}`)
    await setActive(clinic, true)
    await clinic.killServers()
    const caught = await withPlantedBug(clinic, forgeries)
    if (caught === 0) failures.push('the planted bug (no signature is checked) was not caught')
    return {
      counts: {
        'kinds of forged or stale tokens': forgeries.length + 1,
        'protected calls': addresses.length,
        accepted: failures.length,
        'accepted with the planted bug': caught,
      },
      failures,
    }
  },
}

/** Tries each forgery at `count` calls, so that each call gets some forgeries even in the short form. */
async function acceptedOf(clinic: Clinic, forgeries: readonly Forgery[], count: number): Promise<string[]> {
  const accepted: string[] = []
  for (const [index, forgery] of forgeries.entries()) {
    const asked = Array.from({ length: count }, (_, step) => addresses[(index * count + step) % addresses.length]!)
    const statuses = await Promise.all(asked.map((address) => ask(clinic, forgery, address)))
    for (const [step, status] of statuses.entries())
      if (status !== 401) accepted.push(`${forgery.name}: ${status} at ${asked[step]!.method} ${asked[step]!.path}`)
  }
  return accepted
}

async function withPlantedBug(clinic: Clinic, forgeries: readonly Forgery[]): Promise<number> {
  await clinic.startServer({ plant: 'any-signature' })
  const found = await acceptedOf(
    clinic,
    forgeries.filter(({ name }) => name === 'another key'),
    addresses.length,
  )
  await clinic.killServers()
  return found.length
}

async function ask({ baseUrl }: Clinic, { headers, query = '' }: Forgery, { method, path }: Address): Promise<number> {
  const { status } = await call(`${baseUrl}/api${path}${query}`, { method, headers: headers as Record<string, string> })
  return status
}

const setActive = (clinic: Clinic, is_active: boolean) =>
  clinic.database.shared.updateTable('credentials').set({ is_active }).where('email_key', '=', email).execute()
