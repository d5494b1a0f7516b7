import {
  type AnswerOf,
  accessOf,
  blanked,
  type Contract,
  contract,
  type GuardedField,
  guardedFieldsOf,
  type ParsedBodyOf,
  type RateClass,
  type Requirement,
  type Route,
  type RouteKey,
  rateClassOf,
} from '@fonema/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { actAs } from '../database/database.ts'
import { AppError } from './errors.ts'
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

type PrincipalFor<R extends Route> = R['access'] extends 'public'
  ? undefined
  : R['access'] extends { role: 'examiner' }
    ? Examiner
    : Principal

/** What a handler receives: everything of the request, parsed by the contract. */
export type Call<K extends keyof Contract> = {
  principal: PrincipalFor<Contract[K]>
  params: Contract[K] extends { params: infer P } ? Output<P> : undefined
  query: Contract[K] extends { query: infer Q } ? Output<Q> : undefined
  body: ParsedBodyOf<Contract[K]>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<K extends keyof Contract> = (call: Call<K>) => Promise<AnswerOf<Contract[K]> | FastifyReply>

export type Authenticate = (request: FastifyRequest) => Promise<Principal>

/** Tells the audit trail of what a call hands out, before it is sent. */
export type Trail<Read> = {
  readOf(key: string, route: Route): Read | undefined
  noteRead(principal: Principal, read: Read, params: Record<string, string>): Promise<void>
}

/**
 * Registers the contract's routes with their handlers. A route of the contract that gets no handler,
 * or gets two, stops the start.
 */
export function createImplementer<Read>(app: FastifyInstance, authenticate: Authenticate, trail: Trail<Read>) {
  const implemented = new Set<string>()

  function implement<K extends keyof Contract & RouteKey>(key: K, handle: Handler<K>): void {
    const route: Route = contract[key]
    const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
    if (implemented.has(key)) throw new Error(`${key} has two handlers`)
    implemented.add(key)
    const read = trail.readOf(key, route)
    const success = Number(Object.keys(route.responses)[0])
    const guarded = guardedAnswersOf(route)

    app.route({
      method,
      url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: {
        access: route.access,
        rate: rateClassOf(route),
        ...(route.malformed && { malformed: route.malformed }),
      },
      schema: schemaOf(route),
      // The caller's rights come before any look at the body.
      onRequest: async (request) => {
        if (route.access !== 'public') request.principal = await admit(request, route.access)
      },
      handler: async (request, reply) => {
        reply.code(success)
        const answer = await asThemselves(request.principal, () =>
          handle({
            principal: request.principal,
            params: request.params,
            query: request.query,
            body: request.body,
            request,
            reply,
          } as Call<K>),
        )
        // A handler that streams has sent by now: a reply that is awaited is undefined afterwards.
        return answer === undefined && !reply.sent ? reply.send() : answer
      },
      // Here, so that no handler can forget it, and an answer that was kept for a repeat is blanked for who repeats it.
      ...(guarded.size > 0 && {
        preSerialization: async (request: FastifyRequest, reply: FastifyReply, answer: unknown) => {
          const { principal } = request
          const lacks = ({ feature }: GuardedField) => !(principal && accessOf(principal, { feature }).granted)
          return blanked(answer, (guarded.get(reply.statusCode) ?? []).filter(lacks))
        },
      }),
      ...(read !== undefined && {
        onSend: async (request: FastifyRequest, reply: FastifyReply) => {
          if (reply.statusCode < 300)
            await trail.noteRead(request.principal!, read, request.params as Record<string, string>)
        },
      }),
    })
  }

  async function admit(request: FastifyRequest, requirement: Requirement): Promise<Principal> {
    const principal = await authenticate(request)
    const access = accessOf(principal, requirement)
    if (!access.granted)
      throw new AppError(access.code, access.code === 'feature_disabled' ? { feature: requirement.feature } : {})
    return principal
  }

  function requireComplete(): void {
    const missing = Object.keys(contract).filter((key) => !implemented.has(key))
    if (missing.length > 0) throw new Error(`Routes of the contract without a handler: ${missing.join(', ')}`)
  }

  return { implement, requireComplete }
}

/** What a call changes is written in the name of whoever made it. */
function asThemselves<T>(principal: Principal | undefined, work: () => T): T {
  if (principal === undefined) return work()
  const { userId, sessionId, examinerId, impersonation } = principal
  const person = { user_id: userId, session_id: sessionId, examiner_id: examinerId, mode: impersonation?.mode ?? null }
  return actAs(person, work)
}

/** The guarded fields of each answer that has any, by status. */
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
    summary: route.summary,
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    // A route that takes a file as well as JSON parses its body itself.
    ...(route.body && !route.multipart && { body: route.body }),
    response: Object.fromEntries(answers),
    ...(route.access === 'public' ? { security: [] } : {}),
  }
}
