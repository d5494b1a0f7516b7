import type { Scope } from '@fonema/contract'
import {
  bundleOf,
  capabilityOf,
  encounterOf,
  isOfRecord,
  outcomeOf,
  ownerOfObservation,
  publicTypes,
  type SearchedType,
  searches,
} from '@fonema/fhir'
import type { Resource } from '@medplum/fhirtypes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { isKnown, tagOf } from '../platform/http/entity-tags.ts'
import { answerOf } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { findOwner } from './owners.ts'
import { requireId, type Search, searchOf } from './search.ts'
import { createSearchers } from './searchers.ts'
import { Refusal, type Source, sourceOf } from './source.ts'

type Deps = {
  publicUrl: string
  version: string
  clock: Clock
  database: Database
  authenticate: (request: FastifyRequest, scope: Scope) => Promise<Pick<Principal, 'organizationId'>>
}

type Call = FastifyRequest<{ Params: { type: string; id: string }; Querystring: Record<string, unknown> }>

/** FHIR R4, read only: the API's answers as resources, with the caller's rights. */
export async function serveFhir(app: FastifyInstance, deps: Deps): Promise<void> {
  const { publicUrl, version, clock } = deps
  const base = `${publicUrl}/fhir`
  const { searchers, patient, readSession, everythingOf } = createSearchers({ publicUrl, version })
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-type', 'application/fhir+json; charset=utf-8')
    })
    scope.setErrorHandler((error, request, reply) => sendOutcome(error, request, reply))

    scope.get('/fhir/metadata', { schema: { hide: true } }, async () =>
      capabilityOf(version, publicUrl, clock.now().toISOString()),
    )
    scope.get('/fhir/:type', { schema: { hide: true } }, async (request: Call) => {
      const type = typeOf(request.params.type)
      const search = searchOf(type, request.query)
      const source = sourceOf(app, request)
      const { resources, next } = await searchers[type](source, search)
      const kept = search._id === undefined ? resources : resources.filter(({ id }) => id === search._id)
      const self = `${publicUrl}${request.originalUrl}`
      return bundleOf(kept, base, next && followed(self, next), self)
    })
    scope.get('/fhir/:type/:id', { schema: { hide: true } }, async (request: Call, reply) => {
      const found = await readOne(request, typeOf(request.params.type), sourceOf(app, request))
      if (found === undefined) throw new Refusal(404, 'not_found')
      const body = JSON.stringify(found)
      const tag = tagOf(body)
      reply.header('etag', tag)
      return isKnown(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(body)
    })
    scope.get('/fhir/Patient/:id/$everything', { schema: { hide: true } }, async (request: Call) => {
      const source = sourceOf(app, request)
      const resources = await everythingOf(requireId(request.params.id), source, { hasSurveys: true })
      return bundleOf(resources, base, undefined, `${publicUrl}${request.originalUrl}`)
    })
    const refuse = async () => {
      throw new Refusal(405, 'This server is read only')
    }
    scope.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/fhir/*',
      schema: { hide: true },
      onRequest: refuse,
      handler: refuse,
    })
    scope.get('/fhir/*', { schema: { hide: true } }, async () => {
      throw new Refusal(404, 'not_found')
    })
  })

  /** Everything but people and surveys is found by its participant, whom the database knows. */
  async function readOne(request: Call, type: SearchedType, source: Source): Promise<Resource | undefined> {
    const { id } = request.params
    if (type === 'Patient') return patient(source, requireId(id))
    const find = async (search: Search) =>
      (await searchers[type](source, search)).resources.find((each) => each.id === id)
    if (publicTypes.includes(type)) return find({})
    if (type === 'Questionnaire') return find({ _id: id })
    if (type === 'Consent') return find({ patient: requireId(id) })
    const owner = type === 'Observation' ? ownerOfObservation(id) : requireId(id)
    if (owner === undefined) return undefined
    const { organizationId } = await deps.authenticate(
      request,
      type === 'QuestionnaireResponse' ? 'surveys:read' : 'results:read',
    )
    const found = await deps.database.tenant(organizationId, (tx) => findOwner(tx, type, owner))
    if (found === undefined) return undefined
    const { participant_id, session_id } = found
    if (type === 'Encounter') {
      const session = await readSession(source, participant_id, owner)
      return isOfRecord(session) ? encounterOf(session) : undefined
    }
    return find({ patient: participant_id, ...(session_id !== null && { encounter: session_id }) })
  }
}

/** Of the content: a resource has no version. */
function typeOf(name: string): SearchedType {
  if (!Object.hasOwn(searches, name)) throw new Refusal(404, `The type ${name} is not served`)
  return name as SearchedType
}

function followed(self: string, cursor: string): string {
  const url = new URL(self)
  url.searchParams.set('_cursor', cursor)
  return url.href
}

/** FHIR's codes of issues, by status. */
const issueCodes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  429: 'throttled',
  503: 'transient',
}

function sendOutcome(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, code } = error instanceof Refusal ? error : describe(error, request)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(status).send(outcomeOf(issueCodes[status] ?? 'exception', code))
}

function describe(error: unknown, request: FastifyRequest) {
  const { status, body, isBug } = answerOf(error)
  if (isBug) request.log.error({ err: error }, 'bug')
  return { status, code: String(body.code ?? 'invalid') }
}
