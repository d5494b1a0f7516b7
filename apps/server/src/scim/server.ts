import type { OrganizationId, ScimTokenId } from '@fonema/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import SCIMMY from 'scimmy'
import { hashOfToken } from '../auth/tokens.ts'
import type { Database } from '../platform/database/database.ts'
import { answerOf } from '../platform/http/errors.ts'
import { createGroup, deleteGroup, listGroups, patchGroup, readGroup, replaceGroup } from './groups.ts'
import {
  type Caller,
  createUser,
  deleteUser,
  listUsers,
  patchUser,
  readUser,
  replaceUser,
  type ScimDeps,
} from './users.ts'
import { listOf, queryOf, ScimError } from './wire.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token of a directory, and its organisation. */
    scim?: { id: ScimTokenId; organization_id: OrganizationId; last_used_at: Date | null }
  }
}

const base = '/scim/v2'
const contentType = 'application/scim+json; charset=utf-8'
const maxBodyBytes = 1024 * 1024
/** How exactly the page shows when a token was used last. */
const useSeconds = 60

type Deps = ScimDeps & { database: Database }

SCIMMY.Resources.declare(SCIMMY.Resources.User)
SCIMMY.Resources.declare(SCIMMY.Resources.Group)

/** SCIM 2.0 for directories. All answers are in SCIM's form, also refusals. */
export async function serveScim(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      ['application/scim+json', 'application/json'],
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    scope.addHook('onRequest', async (request) => {
      request.scim = await requireToken(deps, request.headers.authorization)
    })
    scope.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode !== 204) reply.header('content-type', contentType)
    })
    discovery(scope, deps)
    resources(scope, deps)
    scope.all(`${base}/*`, async () => {
      throw new ScimError(404, null as never, 'No such address')
    })
  })
}

async function requireToken({ database, clock }: Deps, header = '') {
  const [, token] = /^Bearer +(\S{1,200})$/i.exec(header) ?? []
  const { rows } =
    token === undefined
      ? { rows: [] }
      : await sql<NonNullable<FastifyRequest['scim']>>`select * from scim_token_owner(${hashOfToken(token)})`.execute(
          database.shared,
        )
  const [found] = rows
  if (found === undefined) throw new ScimError(401, null as never, 'The token is missing, wrong or revoked')
  const now = clock.now()
  if (found.last_used_at === null || now.getTime() - found.last_used_at.getTime() > useSeconds * 1000)
    await database.tenant(found.organization_id, (tx) =>
      tx.updateTable('scim_tokens').set({ last_used_at: now }).where('id', '=', found.id).execute(),
    )
  return found
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, scimType, detail, isBug } = describe(error)
  if (isBug) request.log.error({ err: error }, 'bug')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 503) reply.header('retry-after', '2')
  return reply.code(status).send({
    schemas: [SCIMMY.Messages.Error.id],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  })
}

function describe(error: unknown): { status: number; scimType?: string | null; detail: string; isBug?: boolean } {
  if (error instanceof ScimError) {
    const { status, scimType, message } = error as Error & { status: number; scimType: string | null }
    return { status, scimType, detail: message }
  }
  // The library's schemas throw it for a wrong value.
  if (error instanceof SchemaTypeError) return { status: 400, scimType: 'invalidValue', detail: error.message }
  const { status, body, isBug } = answerOf(error)
  if (status === 413) return { status, detail: `A body has at most ${maxBodyBytes} bytes` }
  if (status === 415) return { status, detail: 'Send application/scim+json' }
  if (status === 400) return { status, scimType: 'invalidSyntax', detail: 'The body is not valid' }
  return { status, detail: String(body.code), isBug }
}

/** A TypeError that the library threw about the caller's values, not one of a bug of ours. */
class SchemaTypeError extends Error {}

async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOfLibrary =
      error instanceof TypeError &&
      /\n[^\n]*[/\\]scimmy[/\\]/.test(error.stack?.split('\n').slice(0, 2).join('\n') ?? '')
    throw isOfLibrary ? new SchemaTypeError(error.message) : error
  }
}

function discovery(scope: FastifyInstance, { publicUrl }: Deps) {
  const location = (path: string) => `${publicUrl}${base}/${path}`
  scope.get(`${base}/ServiceProviderConfig`, async () => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: location('ServiceProviderConfig'),
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'Made by a manager under Integrations',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: location('ServiceProviderConfig') },
  }))
  const listed = (resources: readonly object[]) => listOf(resources, resources.length, queryOf({}))
  const types = [SCIMMY.Resources.User, SCIMMY.Resources.Group].map((each) => {
    const { id, name, endpoint, description } = each.describe()
    const schema = each.schema.definition.id
    const meta = { resourceType: 'ResourceType', location: location(`ResourceTypes/${id}`) }
    return {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id,
      name,
      endpoint,
      description,
      schema,
      meta,
    }
  })
  const schemas = [SCIMMY.Schemas.User, SCIMMY.Schemas.Group].map((each) =>
    each.definition.describe(location('Schemas')),
  ) as unknown as { id: string }[]
  for (const [path, all] of [
    ['ResourceTypes', types],
    ['Schemas', schemas],
  ] as const) {
    scope.get(`${base}/${path}`, async () => listed(all))
    scope.get<{ Params: { id: string } }>(`${base}/${path}/:id`, async ({ params }) => {
      const found = (all as readonly { id: string }[]).find(({ id }) => id === params.id)
      if (found === undefined) throw new ScimError(404, null as never, 'No such definition')
      return found
    })
  }
}

type WithBody = (deps: ScimDeps, caller: Caller, id: string, body: unknown) => Promise<object>
type Handlers = {
  list(deps: ScimDeps, caller: Caller, query: unknown): Promise<object>
  create(deps: ScimDeps, caller: Caller, body: unknown): Promise<object>
  read: WithBody
  replace: WithBody
  patch: WithBody
  remove(deps: ScimDeps, caller: Caller, id: string): Promise<void>
}
const handlers: Record<'Users' | 'Groups', Handlers> = {
  Users: {
    list: listUsers,
    create: createUser,
    read: readUser,
    replace: replaceUser,
    patch: patchUser,
    remove: deleteUser,
  },
  Groups: {
    list: listGroups,
    create: createGroup,
    read: readGroup,
    replace: replaceGroup,
    patch: patchGroup,
    remove: deleteGroup,
  },
}

function resources(scope: FastifyInstance, deps: Deps) {
  type Request = FastifyRequest<{ Params: { id: string } }>
  /** Runs a call in a transaction of the token's organisation, with the token in the audit log. */
  const within = <T>({ scim }: FastifyRequest, isChange: boolean, work: (caller: Caller) => Promise<T>): Promise<T> => {
    const { id, organization_id } = scim! // set for every call of this scope
    return checked(() =>
      deps.database.tenant(organization_id, async (tx) => {
        await sql`select set_config('app.actor', ${JSON.stringify({ session_id: id })}, true)`.execute(tx)
        // Changes of one directory come one after the other, so that a name is free when it is taken.
        if (isChange) await tx.selectFrom('organizations').select('id').forNoKeyUpdate().execute()
        return work({ tx, organizationId: organization_id, tokenId: id })
      }),
    )
  }
  const created = (reply: FastifyReply, resource: object & { meta?: { location?: string } }) => {
    reply.code(201)
    if (resource.meta?.location !== undefined) reply.header('location', resource.meta.location)
    return resource
  }
  for (const [path, on] of Object.entries(handlers)) {
    const all = `${base}/${path}`
    const one = `${all}/:id`
    const bodyLimit = maxBodyBytes
    scope.get(all, async (request) => within(request, false, (caller) => on.list(deps, caller, request.query)))
    scope.post(all, { bodyLimit }, async (request, reply) =>
      created(reply, await within(request, true, (caller) => on.create(deps, caller, request.body))),
    )
    scope.get(one, async (request: Request) =>
      within(request, false, (caller) => on.read(deps, caller, request.params.id, request.query)),
    )
    scope.put(one, { bodyLimit }, async (request: Request) =>
      within(request, true, (caller) => on.replace(deps, caller, request.params.id, request.body)),
    )
    scope.patch(one, { bodyLimit }, async (request: Request) =>
      within(request, true, (caller) => on.patch(deps, caller, request.params.id, request.body)),
    )
    scope.delete(one, async (request: Request, reply) => {
      await within(request, true, (caller) => on.remove(deps, caller, request.params.id))
      return reply.code(204).send()
    })
  }
}
