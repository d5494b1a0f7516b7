import type { ProviderId } from '@fonema/contract'
import type { TestPerson, TestProvider } from './identity-provider.ts'
import type { TestApp } from './open-app.ts'

/** A browser: it keeps its cookies, and the tokens of its session. */
export function visitor({ app }: Pick<TestApp, 'app'>) {
  const cookies = new Map<string, string>()
  let access: string | undefined
  let refresh: string | undefined

  async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      ...(cookie !== '' && { cookie }),
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    }
    const response = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
    for (const { name, value } of response.cookies) cookies.set(name, value)
    const body = response.body === '' ? {} : response.json()
    if (response.statusCode === 200 && typeof body.refresh === 'string') {
      access = body.access
      refresh = body.refresh
    }
    return { status: response.statusCode, body }
  }

  return {
    cookies,
    send,
    begin: async (provider_id: ProviderId, email?: string): Promise<string> =>
      (await send('POST', '/user/provider/begin/', { provider_id, ...(email && { email }) })).body.address,
    finish: (provider_id: ProviderId, query: string) => send('POST', '/user/provider/finish/', { provider_id, query }),
    /** The whole way to the provider and back. */
    async signInBy(provider_id: ProviderId, provider: TestProvider, person: TestPerson) {
      return this.finish(provider_id, provider.signIn(await this.begin(provider_id), person))
    },
    refresh: () => send('POST', '/user/api/token/refresh/', { refresh, active: true }),
    /** Its cookies alone. */
    get cookieHeader() {
      return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    },
    /** Its session and its cookies. */
    get headers() {
      return { authorization: `Bearer ${access}`, ...this.cookieHeader }
    },
  }
}
export type Visitor = ReturnType<typeof visitor>
