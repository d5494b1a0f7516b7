import { ScimGroupId, UserId } from '@fonema/contract'
import { sql } from 'kysely'
import SCIMMY from 'scimmy'
import type { Tx } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { applyRules } from './rules.ts'
import type { Caller, ScimDeps } from './users.ts'
import { applyPatch, equalities, type ListQuery, listOf, patchOf, queryOf, ScimError, textOf } from './wire.ts'
import './tables.ts'

type Row = {
  id: ScimGroupId
  display_name: string
  external_id: string | null
  created_at: Date
  modified_at: Date
  members: { value: UserId; display: string }[]
}

async function rowsWhere(tx: Tx, condition: ReturnType<typeof sql>, page = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select g.*, (select coalesce(jsonb_agg(jsonb_build_object('value', u.id, 'display', u.email) order by u.id), '[]')
        from scim_group_members m join users u on u.id = m.user_id
          left join scim_users s on s.user_id = u.id
        where m.group_id = g.id and not coalesce(s.is_deleted, false)) as members
    from scim_groups g where ${condition} ${page}`.execute(tx)
  return rows
}

async function requireRow(tx: Tx, id: string): Promise<Row> {
  const [row] = ScimGroupId.safeParse(id).success ? await rowsWhere(tx, sql`g.id = ${id}`) : []
  if (row === undefined) throw new ScimError(404, null as never, `Resource ${id.slice(0, 100)} not found`)
  return row
}

function view({ publicUrl }: Pick<ScimDeps, 'publicUrl'>, row: Row, filter?: unknown) {
  const base = `${publicUrl}/scim/v2`
  const resource = {
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.display_name,
    members: row.members.map((each) => ({ ...each, type: 'User', $ref: `${base}/Users/${each.value}` })),
    meta: { created: row.created_at, lastModified: row.modified_at },
  }
  return new SCIMMY.Schemas.Group(resource as never, 'out', `${base}/Groups`, filter as never)
}

const parsed = ({ filter, attributes, excludedAttributes }: ListQuery) =>
  new SCIMMY.Resources.Group({
    ...(filter !== undefined && { filter }),
    ...(attributes !== undefined && { attributes }),
    ...(excludedAttributes !== undefined && { excludedAttributes }),
  } as never)

export async function listGroups(deps: ScimDeps, { tx }: Caller, given: unknown) {
  const query = queryOf(given)
  const { filter, attributes } = parsed(query)
  const conditions = equalities(filter, ['id', 'displayName', 'externalId']).map(([name, value]) => {
    const text = String(value)
    if (name === 'id') return sql`g.id::text = ${text.toLowerCase()}`
    return name === 'displayName' ? sql`lower(g.display_name) = lower(${text})` : sql`g.external_id = ${text}`
  })
  const condition = sql.join([sql`true`, ...conditions], sql` and `)
  const rows = await rowsWhere(tx, condition, sql`order by g.id limit ${query.count} offset ${query.startIndex - 1}`)
  const total = (await sql`select 1 from scim_groups g where ${condition}`.execute(tx)).rows.length
  return listOf(
    rows.map((row) => view(deps, row, attributes)),
    total,
    query,
  )
}

export async function readGroup(deps: ScimDeps, { tx }: Caller, id: string, query: unknown) {
  return view(deps, await requireRow(tx, id), parsed({ ...queryOf(query), filter: undefined }).attributes)
}

type Incoming = { displayName: string; externalId?: string; members?: { value?: string }[] }
const incoming = (body: unknown) => new SCIMMY.Schemas.Group(body as never, 'in') as unknown as Incoming

export async function createGroup(deps: ScimDeps, caller: Caller, body: unknown) {
  const id = newId<ScimGroupId>(deps.clock.now())
  return store(deps, caller, id, [], incoming(body))
}

export async function replaceGroup(deps: ScimDeps, caller: Caller, id: string, body: unknown) {
  const row = await requireRow(caller.tx, id)
  return store(deps, caller, row.id, row.members, incoming(body))
}

export async function patchGroup(deps: ScimDeps, caller: Caller, id: string, body: unknown) {
  const row = await requireRow(caller.tx, id)
  const patched = await applyPatch(view(deps, row), withPlainMembers(patchOf(body, withoutReadOnly)))
  return store(deps, caller, row.id, row.members, patched as unknown as Incoming)
}

/** Entra ID names a member as `{"$ref": null, "value": …}`; only the value counts. */
function withPlainMembers(message: ReturnType<typeof patchOf>) {
  const plain = (value: unknown) =>
    [value]
      .flat()
      .map((each) => (typeof each === 'object' && each !== null && 'value' in each ? { value: each.value } : each))
  const Operations = message.Operations.map((operation) => {
    const { path, value } = (operation ?? {}) as { path?: unknown; value?: unknown }
    const isOfMembers = typeof path === 'string' && path.toLowerCase() === 'members' && value !== undefined
    return isOfMembers ? { ...(operation as object), value: plain(value) } : operation
  })
  return { ...message, Operations }
}

/** Okta sends the group's own id beside its new name. */
function withoutReadOnly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !/^(id|schemas|meta)$/i.test(name)))
}

export async function deleteGroup(deps: ScimDeps, { tx, organizationId }: Caller, id: string) {
  const row = await requireRow(tx, id)
  const members = await tx.selectFrom('scim_group_members').select('user_id').where('group_id', '=', row.id).execute()
  await tx.deleteFrom('scim_groups').where('id', '=', row.id).execute()
  const left = members.map(({ user_id }) => user_id)
  await applyRules(deps, tx, organizationId, left)
}

async function store(
  deps: ScimDeps,
  { tx, organizationId: organization_id }: Caller,
  id: ScimGroupId,
  before: Row['members'],
  group: Incoming,
) {
  const now = deps.clock.now()
  const display_name = textOf(group.displayName, 'displayName')
  if (display_name === null) throw new ScimError(400, 'invalidValue', "Attribute 'displayName' is empty")
  const [namesake] = await rowsWhere(tx, sql`lower(g.display_name) = lower(${display_name}) and g.id <> ${id}`)
  if (namesake !== undefined) throw new ScimError(409, 'uniqueness', 'A group with this displayName exists')
  const row = { display_name, external_id: textOf(group.externalId, 'externalId'), modified_at: now }
  await tx
    .insertInto('scim_groups')
    .values({ id, organization_id, created_at: now, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  const members = await requireMembers(tx, group.members ?? [])
  await tx.deleteFrom('scim_group_members').where('group_id', '=', id).execute()
  const rows = members.map((user_id) => ({ group_id: id, user_id, organization_id }))
  if (rows.length > 0) await tx.insertInto('scim_group_members').values(rows).execute()
  const touched = [...new Set([...before.map(({ value }) => value), ...members])]
  await applyRules(deps, tx, organization_id, touched)
  return view(deps, await requireRow(tx, id))
}

/** The members, all of them users of the organisation. */
async function requireMembers(tx: Tx, members: readonly { value?: string }[]): Promise<UserId[]> {
  const ids = [...new Set(members.map(({ value }) => String(value).toLowerCase()))]
  const isId = ids.every((id) => UserId.safeParse(id).success)
  const found = isId
    ? await sql<{ id: UserId }>`select id from users where id = any (${ids}::uuid[])`.execute(tx)
    : { rows: [] }
  if (found.rows.length < ids.length)
    throw new ScimError(400, 'invalidValue', 'A member is no user of the organisation')
  return found.rows.map(({ id }) => id)
}
