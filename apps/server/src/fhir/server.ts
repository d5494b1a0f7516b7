import type {
  ClinicalReportSummary,
  Participant,
  Population,
  ProtocolResponse,
  ProtocolResponseSummary,
  Scope,
  SurveyResponse,
  SurveyResponseSummary,
} from '@fonema/contract'
import {
  answersOf,
  bundleOf,
  type Context,
  capabilityOf,
  consentOf,
  deviceOf,
  documentsOf,
  encounterOf,
  isOfRecord,
  measuresSystem,
  observationsOf,
  outcomeOf,
  ownerOfObservation,
  patientOf,
  reportOf,
  type SearchedType,
  searches,
  systems,
} from '@fonema/fhir'
import type { Resource } from '@medplum/fhirtypes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, answerOf } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { findOwner } from './owners.ts'
import { isAt, requireId, type Search, searchOf, tokenOf } from './search.ts'
import { Refusal, type Source, sourceOf } from './source.ts'

type Deps = {
  publicUrl: string
  version: string
  clock: Clock
  database: Database
  authenticate: (request: FastifyRequest, scope: Scope) => Promise<Pick<Principal, 'organizationId'>>
}

type Call = FastifyRequest<{ Params: { type: string; id: string }; Querystring: Record<string, unknown> }>

type Found = { resources: Resource[]; next?: string | undefined }
/** How a type is searched. Types about a participant need `patient`. */
type Searcher = (source: Source, search: Search, context: Context) => Promise<Found>

/** FHIR R4, read only: the API's answers as resources, with the caller's rights. */
export async function serveFhir(app: FastifyInstance, deps: Deps): Promise<void> {
  const { publicUrl, version, clock } = deps
  const base = `${publicUrl}/fhir`
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-type', 'application/fhir+json; charset=utf-8')
    })
    scope.setErrorHandler((error, request, reply) => sendOutcome(error, request, reply))

    scope.get('/fhir/metadata', { schema: { hide: true } }, async () =>
      capabilityOf(version, publicUrl, clock.now().toISOString()),
    )
    const contextOf = async (source: Source): Promise<Context> => {
      // A key without results reads no populations either.
      const populations = await source.get<Population[]>('/ai/populations/').catch((error) => {
        if (error instanceof Refusal && error.status === 403) return []
        throw error
      })
      return { publicUrl, version, populations: new Map(populations.map(({ id, name }) => [id, name])) }
    }

    scope.get('/fhir/:type', { schema: { hide: true } }, async (request: Call) => {
      const type = typeOf(request.params.type)
      const search = searchOf(type, request.query)
      await requireReader(request, type)
      const source = sourceOf(app, request)
      const { resources, next } = await searchers[type](source, search, await contextOf(source))
      const kept = search._id === undefined ? resources : resources.filter(({ id }) => id === search._id)
      const self = `${publicUrl}${request.originalUrl}`
      return bundleOf(kept, base, next && followed(self, next), self)
    })
    scope.get('/fhir/:type/:id', { schema: { hide: true } }, async (request: Call) => {
      const type = typeOf(request.params.type)
      await requireReader(request, type)
      const source = sourceOf(app, request)
      const context = await contextOf(source)
      const found = await readOne(request, type, source, context)
      if (found === undefined) throw new Refusal(404, 'not_found')
      return found
    })
    scope.get('/fhir/Patient/:id/$everything', { schema: { hide: true } }, async (request: Call) => {
      const source = sourceOf(app, request)
      const resources = await everythingOf(requireId(request.params.id), source, await contextOf(source))
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

  /** The product describes itself to whoever may read anything here. */
  async function requireReader(request: FastifyRequest, type: SearchedType) {
    if (type !== 'Device' && type !== 'CodeSystem') return
    for (const scope of ['participants:read', 'results:read'] as const) {
      const mayRead = await deps.authenticate(request, scope).then(
        () => true,
        (error) => {
          if (error instanceof AppError && error.code === 'permission_denied') return false
          throw error
        },
      )
      if (mayRead) return
    }
    await deps.authenticate(request, 'surveys:read')
  }

  const searchers: Record<SearchedType, Searcher> = {
    async Patient(source, { _id, identifier, _count, _cursor }) {
      if (_id !== undefined) return { resources: [await patient(source, requireId(_id))] }
      if (identifier === undefined) {
        const { rows, next } = await source.page<Participant>('/user/participants/', {
          limit: _count ?? '100',
          cursor: _cursor,
        })
        return { resources: rows.map(patientOf), next }
      }
      const code = tokenOf(identifier, systems.participantCode)
      const { rows } = await source.page<Participant>('/user/participants/', {})
      return { resources: rows.filter((row) => row.code === code).map(patientOf) }
    },
    async Encounter(source, { patient, date, _count, _cursor }) {
      const { rows, next } = await sessionsOf(source, patient, { limit: _count ?? '100', cursor: _cursor })
      const kept = rows.filter((row) => isOfRecord(row) && isAt(row.timestamp, date))
      return { resources: kept.map(encounterOf), next }
    },
    Observation: (source, search, context) =>
      bySession(source, search, (session) => {
        const code = search.code === undefined ? undefined : tokenOf(search.code, systems.measures)
        return observationsOf(session, context).filter(
          (each) =>
            (search.code === undefined || each.code.coding?.[0]?.code === code) &&
            isAt(each.effectiveDateTime ?? '', search.date),
        )
      }),
    DocumentReference: (source, search, context) =>
      bySession(source, search, (session) =>
        documentsOf(session, context).filter(({ date = '' }) => isAt(date, search.date)),
      ),
    async DiagnosticReport(source, { patient, date }, context) {
      const rows = await source.get<ClinicalReportSummary[]>(`/clinical_reports/${requirePatient(patient)}/`)
      const reports = rows.flatMap((row) => reportOf(row, context) ?? [])
      return { resources: reports.filter(({ issued = '' }) => isAt(issued, date)) }
    },
    async QuestionnaireResponse(source, { patient }) {
      const address = `/surveys/responses/${requirePatient(patient)}/`
      const rows = await source.get<SurveyResponseSummary[]>(address)
      const answers = rows
        .filter(({ active }) => active)
        .map(({ id }) => source.get<SurveyResponse>(`${address}${id}/`))
      return { resources: (await Promise.all(answers)).map(answersOf) }
    },
    async Consent(source, { patient }) {
      const id = requirePatient(patient)
      const consent = consentOf(id, await source.get(`/user/participants/${id}/consent/`))
      return { resources: consent === null ? [] : [consent] }
    },
    Device: async () => ({ resources: [deviceOf(version)] }),
    CodeSystem: async () => ({ resources: [measuresSystem(version)] }),
  }

  const patient = async (source: Source, id: string) =>
    patientOf(await source.get<Participant>(`/user/participants/${id}/`))

  /** One session is one page, because it has hundreds of measures. */
  async function bySession(
    source: Source,
    { patient, encounter, _cursor }: Search,
    resourcesOf: (session: ProtocolResponse) => Resource[],
  ): Promise<Found> {
    const id = requirePatient(patient)
    const read = (session: string) =>
      source.get<ProtocolResponse>(`/protocols/responses/${id}/${session}/?distributions=false`)
    if (encounter !== undefined) {
      const session = await read(encounter)
      return { resources: isOfRecord(session) ? resourcesOf(session) : [] }
    }
    const { rows, next } = await sessionsOf(source, id, { limit: '1', cursor: _cursor })
    const resources = []
    for (const row of rows.filter(isOfRecord)) resources.push(...resourcesOf(await read(row.id)))
    return { resources, next }
  }

  const sessionsOf = (source: Source, patient: string | undefined, query: Record<string, string | undefined>) =>
    source.page<ProtocolResponseSummary>(`/protocols/responses/${requirePatient(patient)}/`, query)

  /** Everything but people is found by its participant, whom the database knows. */
  async function readOne(request: Call, type: SearchedType, source: Source, context: Context) {
    const { id } = request.params
    if (type === 'Patient') return patient(source, requireId(id))
    const is = (each: Resource) => each.id === id
    if (type === 'Device' || type === 'CodeSystem' || type === 'Consent') {
      const search = type === 'Consent' ? { patient: requireId(id) } : {}
      return (await searchers[type](source, search, context)).resources.find(is)
    }
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
      const session = await source.get<ProtocolResponse>(
        `/protocols/responses/${participant_id}/${owner}/?distributions=false`,
      )
      return isOfRecord(session) ? encounterOf(session) : undefined
    }
    const search = { patient: participant_id, ...(session_id !== null && { encounter: session_id }) }
    return (await searchers[type](source, search, context)).resources.find(is)
  }

  async function everythingOf(id: string, source: Source, context: Context): Promise<Resource[]> {
    const resources: Resource[] = [await patient(source, id), deviceOf(version)]
    const search = { patient: id }
    for (const type of [
      'Consent',
      'Encounter',
      'Observation',
      'DocumentReference',
      'DiagnosticReport',
      'QuestionnaireResponse',
    ] as const) {
      let cursor: string | undefined
      do {
        const found: Found = await searchers[type](source, { ...search, _cursor: cursor }, context)
        resources.push(...found.resources)
        cursor = found.next
      } while (cursor !== undefined)
    }
    return resources
  }
}

function typeOf(name: string): SearchedType {
  if (!Object.hasOwn(searches, name)) throw new Refusal(404, `The type ${name} is not served`)
  return name as SearchedType
}

function requirePatient(id: string | undefined): string {
  if (id === undefined) throw new Refusal(400, 'Give the parameter patient')
  return id
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
