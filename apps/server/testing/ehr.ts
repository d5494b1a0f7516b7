import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { errors } from 'oidc-provider'
import { configurationOf, type HousePerson, houseClient } from './real-provider.ts'

/** Clients of the health record: a public one for launches, and one of another application. */
export const smartClient = 'smart-fonema'
export const otherClient = 'another-app'

type Body = Record<string, unknown>

/** What the health record does wrong. */
export type EhrMisdeeds = {
  /** Another SMART configuration. */
  smart?: (own: Body) => unknown
  /** Another answer of the token endpoint. */
  tokens?: (own: Body) => Body | Promise<Body>
  /** An answer of the FHIR server in place of its own; true: it has answered. */
  fhir?: (reply: ServerResponse, path: string) => boolean
}

const patientOf = (id: string, more: Body = {}) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ system: 'urn:oid:2.16.858', value: `MRN-${id}` }],
  name: [
    { use: 'old', family: 'Antes' },
    { use: 'official', family: 'Pereyra', given: ['Ana', 'Luz'] },
  ],
  gender: 'female',
  birthDate: '1950-02-03',
  ...more,
})

/**
 * A health record on this machine: the package `oidc-provider` with SMART's `launch`, `aud` and patient in context, and a
 * FHIR server that has patients. Its address is in `iss`.
 */
export async function startEhr(
  people: Readonly<Record<string, HousePerson>>,
  { host = '127.0.0.1' }: { host?: '127.0.0.1' | 'localhost' } = {},
) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const names = { kid: 'own', alg: 'RS256', use: 'sig' }
  const misdeeds: EhrMisdeeds = {}
  const launches = new Set<string>()
  const patients = new Map<string, Body>([['p-1', patientOf('p-1')]])
  /** The patient in context; a record that has none leaves it out. */
  const context: { patient: unknown } = { patient: 'p-1' }
  const calls: { path: string; headers: IncomingMessage['headers'] }[] = []
  let provider: Provider | undefined
  let handle: ReturnType<Provider['callback']> | undefined

  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url!, issuer)
    calls.push({ path: pathname, headers: request.headers })
    if (pathname.startsWith('/fhir/')) void fhir(request, reply, pathname)
    else if (handle === undefined) reply.writeHead(503).end()
    else void handle(request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  const iss = `${issuer}/fhir`

  async function fhir(request: IncomingMessage, reply: ServerResponse, path: string) {
    if (path === '/fhir/.well-known/smart-configuration') {
      const own = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        code_challenge_methods_supported: ['S256'],
        capabilities: ['launch-ehr', 'launch-standalone', 'client-public', 'sso-openid-connect', 'context-ehr-patient'],
      }
      return send(reply, 200, misdeeds.smart === undefined ? own : misdeeds.smart(own))
    }
    if (misdeeds.fhir?.(reply, path)) return
    const bearer = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const isKnown = (await provider?.AccessToken.find(bearer)) !== undefined
    if (!isKnown) return send(reply, 401, { resourceType: 'OperationOutcome', issue: [{ code: 'login' }] })
    const found = patients.get(path.replace('/fhir/Patient/', ''))
    if (found === undefined)
      return send(reply, 404, { resourceType: 'OperationOutcome', issue: [{ code: 'not-found' }] })
    send(reply, 200, found)
  }

  /** The clinic's address contains the id of its provider's row, so clients are registered after that. */
  async function register(redirectUri: string, logoutUri: string) {
    const base = configurationOf(people, [redirectUri], logoutUri, `${new URL(redirectUri).origin}/`)
    const publicClient = (client_id: string) => ({
      client_id,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none' as const,
      grant_types: ['authorization_code'],
      response_types: ['code' as const],
    })
    const made = new Provider(issuer, {
      ...base,
      clients: [...base.clients!, publicClient(smartClient), publicClient(otherClient)],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), ...names }] },
      scopes: ['openid', 'profile', 'email', 'fhirUser', 'launch', 'launch/patient', 'patient/Patient.read'],
      extraParams: {
        aud(_context: unknown, value: string | undefined) {
          if (value !== undefined && value !== iss) throw new errors.InvalidRequest('aud is not this FHIR server')
        },
        launch(_context: unknown, value: string | undefined) {
          if (value !== undefined && !launches.has(value)) throw new errors.InvalidRequest('unknown launch')
        },
      },
    })
    made.use(async (koa, next) => {
      await next()
      const body = koa.body as Body | undefined
      if (koa.path !== '/token' || body?.access_token === undefined) return
      const own = { ...body, ...(context.patient !== undefined && { patient: context.patient }) }
      koa.body = (await misdeeds.tokens?.(own)) ?? own
    })
    provider = made
    handle = made.callback()
  }

  return {
    issuer,
    iss,
    misdeeds,
    patients,
    patientOf,
    context,
    calls,
    settings: { issuer, clientId: houseClient.id, clientSecret: houseClient.secret },
    register,
    /** Somebody presses the application's button beside a patient. */
    launch(id: string) {
      launches.add(id)
      return id
    },
    /** An id token with the record's own key. */
    sign: (claims: JWTPayload, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: names.kid }).sign(key),
    publicKey,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const send = (reply: ServerResponse, status: number, body: unknown) =>
  void reply.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body))
