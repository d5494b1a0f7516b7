import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A person with the claims that the scopes `email`, `profile` and `groups` give. */
export type HousePerson = { email: string; given_name: string; family_name: string; groups: string[] }

export const houseClient = { id: 'fonema', secret: 'a secret that only the house and the clinic have' }

/**
 * A real identity provider (the package `oidc-provider`) on this machine. Its own pages ask for a name, and accept any
 * password; consent is not asked for.
 *
 * @param returns the addresses of the clinic: to come back to, after signing out, and for logout tokens
 */
export async function startRealProvider(
  people: Readonly<Record<string, HousePerson>>,
  returns: () => { redirectUris: string[]; logoutUri: string; after: string },
  /** Another name of this machine is another site for a browser. */
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
) {
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => {
    if (handle === undefined) response.writeHead(503).end()
    else void handle(request, response)
  })
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://${host}:${port}`
  const goAway = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  /** The clinic's addresses contain the id of the provider's row, so the client is registered after that. */
  function register() {
    const { redirectUris, logoutUri, after } = returns()
    const provider = new Provider(issuer, configurationOf(people, redirectUris, logoutUri, after))
    // Without this the package prints about development settings.
    handle = provider.callback()
  }
  return {
    issuer,
    register,
    goAway,
    comeBack: () => listen(port),
    stop: async () => {
      if (server.listening) await goAway()
    },
  }
}

export function configurationOf(
  people: Readonly<Record<string, HousePerson>>,
  redirect_uris: string[],
  backchannel_logout_uri: string,
  after: string,
): Configuration {
  return {
    clients: [
      {
        client_id: houseClient.id,
        client_secret: houseClient.secret,
        redirect_uris,
        post_logout_redirect_uris: [after],
        backchannel_logout_uri,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    issueRefreshToken: async () => true,
    // Its own way to fetch refuses this machine, where the clinic of the test is.
    fetch: (url, { method = 'GET', headers = {}, body = null } = {}) =>
      fetch(url, { method, headers, body, redirect: 'manual' }),
    findAccount: (_context, id) => {
      const person = people[id]
      if (person === undefined) return undefined
      return { accountId: id, claims: async () => ({ sub: id, email_verified: true, ...person }) }
    },
    // Whatever the client asks for is granted: the house decided that before.
    loadExistingGrant: async (context) => {
      const { client, session, provider, params } = context.oidc
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope(String(params!.scope))
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 300, IdToken: 300, RefreshToken: 3600, Session: 3600, Grant: 3600, Interaction: 600 },
  }
}

/** Signs in at the provider's pages, as a browser does. @returns the address with which it comes back to the clinic */
export async function signInAtProvider(address: string, person: string, jar = new Map<string, string>()): Promise<URL> {
  const ask = async (url: string, body?: URLSearchParams) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie !== '' && { cookie }) }
    const sent = body === undefined ? { headers } : { method: 'POST', body, headers }
    const response = await fetch(url, { ...sent, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      jar.set(name!, value!)
    }
    return response
  }
  const { origin } = new URL(address)
  let response = await ask(address)
  for (let steps = 0; steps < 10; steps++) {
    const next = response.headers.get('location')
    if (next !== null) {
      const url = new URL(next, address)
      if (url.origin !== origin) return url
      response = await ask(url.href)
      continue
    }
    const page = await response.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`${response.status}: ${page.slice(0, 500)}`)
    // The page for signing out has a secret of its own.
    const secret = /name="xsrf" value="([^"]+)"/.exec(page)?.[1]
    const form = new URLSearchParams(
      secret === undefined ? { prompt: 'login', login: person, password: 'x' } : `xsrf=${secret}&logout=yes`,
    )
    response = await ask(new URL(action, address).href, form)
  }
  throw new Error('the provider goes round in circles')
}
