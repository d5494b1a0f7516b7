import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { problemsOf } from '../../../packages/fhir/testing/judge.ts'

type Identifier = { system: string; value: string }
type Stored = {
  id: string
  resource: { status: string; identifier: Identifier[]; presentedForm: { data: string; size: number }[] }
  identifiers: string[]
  /** What a validator of FHIR finds wrong. */
  problems: string[]
}
/** What happens before the server answers; true: it has answered itself. */
type Misdeed = (reply: ServerResponse, store: () => Stored) => boolean | undefined

export const recordClient = { id: 'clinic', secret: 'a secret: of the record & its clinic' }

/** A small FHIR server on this machine: conditional create, a description of itself, and tokens by client credentials. */
export async function startFhirReceiver({ bearer }: { bearer?: string } = {}) {
  const stored: Stored[] = []
  const misdeeds: Misdeed[] = []
  const calls: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []
  const tokens = new Set<string>(bearer === undefined ? [] : [bearer])

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { method = '', url = '', headers } = request
    calls.push({ method, path: url, headers })
    if (url === '/token') return giveToken(headers.authorization ?? '', new URLSearchParams(body), reply)
    const isKnown = tokens.size === 0 || tokens.has((headers.authorization ?? '').replace('Bearer ', ''))
    if (!isKnown) return send(reply, 401, { resourceType: 'OperationOutcome', issue: [{ code: 'login' }] })
    if (url === '/fhir/metadata')
      return send(reply, 200, { resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', software: 'x'.repeat(2e5) })
    if (method !== 'POST' || url !== '/fhir/DiagnosticReport') return send(reply, 404, {})
    const wanted = new URLSearchParams(String(headers['if-none-exist'])).get('identifier') ?? ''
    const matches = stored.filter(({ identifiers }) => identifiers.includes(wanted))
    const store = () => {
      const resource: Stored['resource'] = JSON.parse(body)
      const identifiers = resource.identifier.map(({ system, value }) => `${system}|${value}`)
      const made = { id: randomUUID(), resource, identifiers, problems: problemsOf(resource) }
      stored.push(made)
      return made
    }
    if (misdeeds.shift()?.(reply, store)) return
    if (matches.length > 1)
      return send(reply, 412, { resourceType: 'OperationOutcome', issue: [{ code: 'duplicate' }] })
    const { id } = matches[0] ?? store()
    reply.writeHead(matches.length === 1 ? 200 : 201, { location: `DiagnosticReport/${id}/_history/1` }).end()
  }

  function giveToken(authorization: string, form: URLSearchParams, reply: ServerResponse) {
    const sent = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
    const [id, secret] = sent.map((part) => decodeURIComponent(part.replaceAll('+', '%20')))
    const isRight = id === recordClient.id && secret === recordClient.secret
    if (!isRight || form.get('grant_type') !== 'client_credentials')
      return send(reply, 401, { error: 'invalid_client' })
    const access_token = randomUUID()
    tokens.add(access_token)
    send(reply, 200, { access_token, token_type: 'Bearer', expires_in: 60, scope: form.get('scope') ?? '' })
  }

  const server = createServer((request, reply) => void answer(request, reply))
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${port}/fhir`,
    tokenUrl: `http://127.0.0.1:${port}/token`,
    stored,
    misdeeds,
    calls,
    /** Without it a server that needs tokens accepts everybody until it has given one. */
    needTokens: () => tokens.add(randomUUID()),
    close,
    reopen: () => listen(port),
  }
}

const send = (reply: ServerResponse, status: number, body: object) =>
  void reply.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body))
