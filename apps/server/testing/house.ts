import type { BodyOf, Contract, Provider } from '@fonema/contract'
import { startIdentityProvider, type TestPerson, type TestProvider } from './identity-provider.ts'
import { organizationIds } from './template.ts'
import { buildTestApp } from './test-app.ts'
import { visitor } from './visitor.ts'

export const doctor: TestPerson = {
  sub: 'doctor',
  email: 'doctor@demo.example',
  email_verified: true,
  given_name: 'Dora',
  family_name: 'Médica',
  groups: ['speech'],
}

/** Group `speech` examines, group `heads` also manages. */
export const houseRules = [
  { claim: 'groups', value: 'heads', roles: ['manager', 'examiner'], tags: ['head'], packages: [] },
  { claim: 'groups', value: 'speech', roles: ['examiner'], tags: ['speech'], packages: [] },
] satisfies Given['rules']

type Given = Partial<BodyOf<Contract['POST /organizations/providers/']>>

/** The application with an identity provider for the domain of the organisation `demo`. */
export async function buildHouse(given: Given = {}) {
  const demo = await buildTestApp({ SIGN_IN_DOMAINS: `demo.example=${organizationIds.demo}` })
  const idp = await startIdentityProvider(demo.clock)
  /** Signs in anew, because tests advance the clock. */
  const owner = () => demo.signIn('owner@demo.example')
  const provider = await addProvider(demo, await owner(), idp, given)
  return { demo, idp, owner, provider, browser: () => visitor(demo) }
}
export type House = Awaited<ReturnType<typeof buildHouse>>

/** As the administrator of the server does with `SIGN_IN_DOMAINS`. */
export function approveDomain({ config, organizationId }: House['demo'], domain: string): void {
  // All machines of the test read this map.
  const approved = config.signInDomains as Map<string, string>
  approved.set(domain, organizationId)
}

export async function addProvider(
  { app }: Pick<House['demo'], 'app'>,
  headers: object,
  idp: Pick<TestProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  given: Given = {},
): Promise<Provider> {
  const payload = {
    name: 'Casa',
    issuer: idp.issuer,
    client_id: idp.clientId,
    client_secret: idp.clientSecret,
    domains: ['demo.example'],
    rules: houseRules,
    ...given,
  }
  const response = await app.inject({
    method: 'POST',
    url: '/api/organizations/providers/',
    headers: { ...headers },
    payload,
  })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()
}
