import { onTestFinished } from 'vitest'
import { ask } from './second-factor.ts'
import { buildTestApp } from './test-app.ts'

const message = 'urn:ietf:params:scim:api:messages:2.0:'
export const patchOf = (...Operations: object[]) => ({ schemas: [`${message}PatchOp`], Operations })
export const errorOf = (status: number, scimType?: string) => ({
  status,
  body: {
    schemas: [`${message}Error`],
    status: String(status),
    ...(scimType && { scimType }),
    detail: expect_(),
  },
})
/** Any text, without vitest's globals at import. */
const expect_ = () => ({
  asymmetricMatch: (value: unknown) => typeof value === 'string',
  toAsymmetricMatcher: () => 'text',
})

/** An application that listens, and a directory with a token of each organisation, which calls over HTTP. */
export async function openScim() {
  const demo = await buildTestApp()
  const { app, signIn, localeId } = demo
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void app.server.closeAllConnections())
  const [manager, owner] = [await signIn('manager@demo.example'), await signIn('owner@demo.example')]
  const stranger = await signIn('examiner@other.example')
  const manage = async (
    headers: Record<string, string>,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
  ) => ask(demo, `/organizations/${path}`, { method, headers, ...(payload && { payload }) })
  const tokenOf = async (headers: Record<string, string>) =>
    (await manage(headers, 'POST', 'scim/tokens/', { name: 'Entra ID' })).answer as { id: string; token: string }
  const mine = await tokenOf(owner)
  const theirs = await tokenOf(stranger)

  async function call(method: string, path: string, body?: unknown, more: { token?: string; type?: string } = {}) {
    const { token = mine.token, type = 'application/scim+json' } = more
    const answer = await fetch(`${origin}/scim/v2/${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  /** A user as Entra ID creates one. */
  const newUser = (userName: string, more: object = {}) => ({
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: `ext-${userName}`,
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ana Ruiz', familyName: 'Ruiz', givenName: 'Ana' },
    roles: [],
    title: 'Logopeda',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Voz' },
    ...more,
  })
  const create = async (userName: string, more: object = {}) =>
    (await call('POST', 'Users', newUser(userName, more))).body
  const find = async (userName: string) =>
    (await call('GET', `Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)).body.Resources[0]
  const userNamed = async (email: string) =>
    (await manage(manager, 'GET', 'user/')).answer.find((user: { email: string }) => user.email === email)
  return {
    ...demo,
    origin,
    manager,
    owner,
    stranger,
    manage,
    mine,
    theirs,
    call,
    newUser,
    create,
    find,
    userNamed,
    localeId,
  }
}
