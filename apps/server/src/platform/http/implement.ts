import {
  type AnswerOf,
  accessOf,
  blanked,
  type Contract,
  contract,
  deprecationHeaders,
  type GuardedField,
  guardedFieldsOf,
  type ParsedBodyOf,
  type ParticipantId,
  type RateClass,
  type Requirement,
  type Route,
  type RouteKey,
  rateClassOf,
  type Scope,
  type UserId,
} from '@fonema/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { actAs, type Database, type Tx } from '../database/database.ts'
import type { Replica } from '../database/replica.ts'
import type { KeyRing } from '../keys.ts'
import { isKnown, tagOf } from './entity-tags.ts'
import { AppError } from './errors.ts'
import { createPage, type Page } from './pages.ts'
import type { Examiner, Principal } from './principal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Route['access']
    rate?: RateClass
    malformed?: Route['malformed']
  }
  interface FastifyRequest {
    principal?: Principal
  }
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined

type ParameterOf<R> = R extends { params: infer P } ? keyof Output<P> : never

/** A service account has an examiner in a call about a participant; otherwise only if it is one examiner's. */
type PrincipalFor<R extends Route> = R['access'] extends 'public'
  ? undefined
  : R['access'] extends { role: 'examiner' }
    ? R extends { scope: string }
      ? 'participant_id' extends ParameterOf<R>
        ? Examiner
        : Principal
      : Examiner
    : Principal

/** All parts of a request, parsed by the contract. */
type Parts<K extends keyof Contract> = {
  /** Runs a read-only transaction of the caller's organisation, for `lists` on the replica where there is one. */
  reading<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  principal: PrincipalFor<Contract[K]>
  params: Contract[K] extends { params: infer P } ? Output<P> : undefined
  query: Contract[K] extends { query: infer Q } ? Output<Q> : undefined
  body: ParsedBodyOf<Contract[K]>
  page: Contract[K] extends { order: readonly string[] } ? Page : undefined
  request: FastifyRequest
}

/** The argument of a handler. */
export type Call<K extends keyof Contract> = Parts<K> & { reply: FastifyReply }

/** The argument of a handler in a transaction. It has no reply, because nothing may be sent before the commit. */
type TenantCall<K extends TenantKey> = Parts<K> & { tx: Tx }

/** The routes with a principal, whose organisation the transaction belongs to. */
type TenantKey = {
  [K in keyof Contract & RouteKey]: Contract[K]['access'] extends 'public' ? never : K
}[keyof Contract & RouteKey]

type Handler<K extends keyof Contract> = (call: Call<K>) => Promise<AnswerOf<Contract[K]> | FastifyReply>

/** @param scope what a service account needs for the call; undefined: it is closed to them */
export type Authenticate = (request: FastifyRequest, scope: Scope | undefined) => Promise<Principal>

export type PathParams = Record<string, string> & { participant_id?: ParticipantId }

/** Writes reads to the audit log before their answer is sent. */
type ReadLog<Read> = {
  readOf(key: string, route: Route): Read | undefined
  noteRead(principal: Principal, read: Read, params: PathParams): Promise<void>
}

type ImplementerDeps<Read> = {
  database: Database
  /** Undefined: lists are read from the database. */
  replica?: Pick<Replica, 'read'> | undefined
  /** Calls that only list or chart. */
  lists: ReadonlySet<RouteKey>
  /** Called before the answer to a call that may have written, so that the caller's next list has it. */
  noteWrite?: ((principal: Principal, requirement: Requirement) => Promise<void>) | undefined
  authenticate: Authenticate
  readLog: ReadLog<Read>
  cursorKeys: KeyRing
}

/**
 * Registers the contract's routes with their handlers. A route of the contract without a handler,
 * or with two, stops the start.
 */
export function createImplementer<Read>(
  app: FastifyInstance,
  { database, replica, lists, noteWrite, authenticate, readLog, cursorKeys }: ImplementerDeps<Read>,
) {
  const implemented = new Set<string>()

  function implement<K extends keyof Contract & RouteKey>(key: K, handle: Handler<K>): void {
    const route: Route = contract[key]
    const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
    if (implemented.has(key)) throw new Error(`${key} has two handlers`)
    implemented.add(key)
    const read = readLog.readOf(key, route)
    const success = Number(Object.keys(route.responses)[0])
    const guarded = guardedAnswersOf(route)
    const ending = deprecationHeaders(route.deprecated)

    app.route({
      method,
      url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: {
        access: route.access,
        rate: rateClassOf(route),
        ...(route.malformed && { malformed: route.malformed }),
      },
      schema: schemaOf(route),
      ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
      // Checks the caller's rights before reading the body.
      onRequest: async (request, reply) => {
        reply.headers(ending)
        if (route.access !== 'public') request.principal = await admit(request, route, route.access)
      },
      handler: async (request, reply) => {
        reply.code(success)
        const answer = await asThemselves(request.principal, () =>
          handle({
            principal: request.principal,
            params: request.params,
            query: request.query,
            body: request.body,
            reading: (work: (tx: Tx) => Promise<unknown>) => readFor(request.principal!, key, work),
            page: route.order && createPage(cursorKeys, key, route.order, request, reply),
            request,
            reply,
          } as Call<K>),
        )
        // A streaming handler has already sent its reply, and an awaited reply is undefined.
        return answer === undefined && !reply.sent ? reply.send() : answer
      },
      // Here no handler can forget it, and a stored answer is blanked by the rights of the caller who repeats the call.
      ...(guarded.size > 0 && {
        preSerialization: async (request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
          const { principal } = request
          const lacks = ({ feature }: GuardedField) => !(principal && accessOf(principal, { feature }).granted)
          return blanked(answer, (guarded.get(reply.statusCode) ?? []).filter(lacks))
        },
      }),
      onSend: [
        ...(read === undefined
          ? []
          : [
              async (request: FastifyRequest, reply: FastifyReply) => {
                if (reply.statusCode < 300)
                  await readLog.noteRead(request.principal!, read, request.params as PathParams)
              },
            ]),
        ...(noteWrite === undefined || method === 'GET'
          ? []
          : [
              async ({ principal }: FastifyRequest, reply: FastifyReply) => {
                if (principal !== undefined && reply.statusCode < 500 && route.access !== 'public')
                  await noteWrite(principal, route.access)
              },
            ]),
        ...('304' in route.responses ? [leaveOutKnown] : []),
      ],
    })
  }

  /**
   * Runs the handler in a transaction of the caller's organisation. The answer is sent after the commit; an error rolls
   * back. A list is read in a read-only one. A handler that works before or after its transaction, or needs several, opens
   * them itself.
   */
  function inTenant<K extends TenantKey>(
    key: K,
    handle: (call: TenantCall<K>) => Promise<AnswerOf<Contract[K]>>,
  ): void {
    implement(key, ({ reply: _, ...parts }) => {
      const work = (tx: Tx) => handle({ ...parts, tx })
      // A route of TenantKey has a principal.
      const { organizationId } = parts.principal as Principal
      return lists.has(key) ? parts.reading(work) : database.tenant(organizationId, work)
    })
  }

  function readFor<T>(
    { organizationId, lastWrite }: Principal,
    key: RouteKey,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return replica !== undefined && lists.has(key)
      ? replica.read(organizationId, lastWrite, work)
      : database.reading(organizationId, work)
  }

  async function admit(
    request: FastifyRequest,
    { scope, withoutFactor }: Route,
    requirement: Requirement,
  ): Promise<Principal> {
    const principal = await authenticate(request, scope)
    if (principal.secondFactorNeeded?.is_due && !withoutFactor) throw new AppError('second_factor_setup_required')
    const access = accessOf(principal, requirement)
    if (!access.granted)
      throw new AppError(access.code, access.code === 'feature_disabled' ? { feature: requirement.feature } : {})
    return principal
  }

  function requireComplete(): void {
    const missing = Object.keys(contract).filter((key) => !implemented.has(key))
    if (missing.length > 0) throw new Error(`Routes of the contract without a handler: ${missing.join(', ')}`)
  }

  return { implement: Object.assign(implement, { inTenant }), requireComplete }
}

/** An answer that the client has, by its tag, is not sent again. A handler may have given its answer a tag of its own. */
async function leaveOutKnown(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof body !== 'string' || reply.hasHeader('etag')) return body
  const tag = tagOf(body)
  reply.header('etag', tag)
  if (!isKnown(request.headers['if-none-match'], tag)) return body
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return ''
}

/** Runs a call so that its changes enter the audit log in the caller's name. */
function asThemselves<T>(principal: Principal | undefined, work: () => T): T {
  if (principal === undefined) return work()
  const { machine, userId, sessionId, examinerId, impersonation } = principal
  const person = {
    // The log has one column for whoever acts.
    user_id: (machine ?? userId) as UserId,
    session_id: sessionId,
    examiner_id: examinerId,
    mode: impersonation?.mode ?? null,
  }
  return actAs(person, work)
}

/** The guarded fields of the answers that have any, by status. */
function guardedAnswersOf({ responses }: Route): ReadonlyMap<number, GuardedField[]> {
  const found = Object.entries(responses).flatMap(([status, schema]): [number, GuardedField[]][] =>
    schema === null || schema === 'bytes' ? [] : [[Number(status), guardedFieldsOf(schema)]],
  )
  return new Map(found.filter(([, fields]) => fields.length > 0))
}

export type Implement = ReturnType<typeof createImplementer>['implement']

function schemaOf(route: Route) {
  const answers = Object.entries(route.responses).filter(([, schema]) => schema !== null && schema !== 'bytes')
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    // A route that takes a file as well as JSON parses its body itself.
    ...(route.body && !route.multipart && { body: route.body }),
    response: Object.fromEntries(answers),
  }
}
