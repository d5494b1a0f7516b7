import { NewUser, type OrganizationId, type ScimTokenId, UserId } from '@fonema/contract'
import { sql } from 'kysely'
import SCIMMY from 'scimmy'
import { emailKeyOf } from '../auth/queries.ts'
import { allowSignIn, inviteUser, type OrganizationDeps } from '../organization/users.ts'
import type { Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import {
  applyPatch,
  equalities,
  type ListQuery,
  listOf,
  patchOf,
  queryOf,
  ScimError,
  textOf,
  userAttributes,
} from './wire.ts'
import '../auth/tables.ts'
import './tables.ts'

export type ScimDeps = OrganizationDeps & { publicUrl: string }
/** A directory's call: its token, in a transaction of the token's organisation. */
export type Caller = { tx: Tx; organizationId: OrganizationId; tokenId: ScimTokenId }

type Row = {
  id: UserId
  email: string
  first_name: string
  last_name: string
  is_active: boolean
  is_owner: boolean
  external_id: string | null
  is_deleted: boolean
  created_at: Date
  modified_at: Date | null
  groups: { value: string; display: string }[]
}

const rowsWhere = async (tx: Tx, condition: ReturnType<typeof sql>, page = sql``): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select u.id, u.email, u.first_name, u.last_name, u.is_active, o.owner_user_id = u.id as is_owner, s.external_id,
      coalesce(s.is_deleted, false) as is_deleted, u.created_at, s.modified_at,
      (select coalesce(jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name) order by g.id), '[]')
        from scim_group_members m join scim_groups g on g.id = m.group_id where m.user_id = u.id) as groups
    from users u join organizations o on o.id = u.organization_id
      join credentials c on c.user_id = u.id
      left join scim_users s on s.user_id = u.id
    where ${condition} ${page}`.execute(tx)
  return rows
}

const present = sql`not coalesce(s.is_deleted, false)`

async function requireRow(tx: Tx, id: string): Promise<Row> {
  const [row] = UserId.safeParse(id).success ? await rowsWhere(tx, sql`u.id = ${id} and ${present}`) : []
  if (row === undefined) throw new ScimError(404, null as never, `Resource ${id.slice(0, 100)} not found`)
  return row
}

export function view({ publicUrl }: Pick<ScimDeps, 'publicUrl'>, row: Row, filter?: unknown) {
  const { id, email, first_name: givenName, last_name: familyName } = row
  const name = `${givenName} ${familyName}`.trim()
  const base = `${publicUrl}/scim/v2`
  const resource = {
    id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: email,
    name: { givenName, familyName, formatted: name },
    displayName: name,
    active: row.is_active,
    emails: [{ value: email, type: 'work', primary: true }],
    groups: row.groups.map((group) => ({ ...group, type: 'direct', $ref: `${base}/Groups/${group.value}` })),
    meta: { created: row.created_at, lastModified: row.modified_at ?? row.created_at },
  }
  return new SCIMMY.Schemas.User(resource as never, 'out', `${base}/Users`, filter as never)
}

/** What a filter or a list of attributes means, parsed by the library. */
const parsed = (query: ListQuery) => {
  const { filter, attributes, excludedAttributes } = query
  return new SCIMMY.Resources.User({
    ...(filter !== undefined && { filter }),
    ...(attributes !== undefined && { attributes }),
    ...(excludedAttributes !== undefined && { excludedAttributes }),
  } as never)
}

export async function listUsers(deps: ScimDeps, { tx }: Caller, given: unknown) {
  const query = queryOf(given)
  const { filter, attributes } = parsed(query)
  const conditions = equalities(filter, ['id', 'userName', 'externalId', 'active']).map(([name, value]) => {
    if (name === 'active') return sql`u.is_active = ${value === true}`
    const text = String(value)
    if (name === 'id') return sql`u.id::text = ${text.toLowerCase()}`
    return name === 'userName' ? sql`c.email_key = ${emailKeyOf(text)}` : sql`s.external_id = ${text}`
  })
  const condition = sql.join([present, ...conditions], sql` and `)
  const page = sql`order by u.id limit ${query.count} offset ${query.startIndex - 1}`
  const rows = await rowsWhere(tx, condition, page)
  const total = (await rowsWhere(tx, condition)).length
  return listOf(
    rows.map((row) => view(deps, row, attributes)),
    total,
    query,
  )
}

export async function readUser(deps: ScimDeps, { tx }: Caller, id: string, query: unknown) {
  return view(deps, await requireRow(tx, id), parsed({ ...queryOf(query), filter: undefined }).attributes)
}

/** A user resource as a directory sends it, checked by the library's schema. */
type Incoming = {
  userName: string
  externalId?: string
  active?: boolean
  displayName?: string
  preferredLanguage?: string
  name?: { givenName?: string; familyName?: string; formatted?: string }
}
const incoming = (body: unknown) => new SCIMMY.Schemas.User(userAttributes(body) as never, 'in') as unknown as Incoming

function personOf({ userName, name, displayName }: Incoming, locale: string) {
  const [first = '', ...rest] = (name?.formatted ?? displayName ?? '').trim().split(/\s+/)
  const person = NewUser.safeParse({
    first_name: name?.givenName ?? (first || userName.split('@')[0]),
    last_name: name?.familyName ?? (rest.join(' ') || userName.split('@')[0]),
    email: userName,
    locale,
  })
  if (person.success) return person.data
  const isName = person.error.issues[0]!.path[0] !== 'email'
  throw new ScimError(
    400,
    'invalidValue',
    isName ? 'The name is empty or too long' : 'userName must be an e-mail address',
  )
}

/** The locale of a new account: what the directory says, or else the owner's. */
async function localeFor({ catalogue }: ScimDeps, tx: Tx, { preferredLanguage }: Incoming): Promise<string> {
  const wanted = (preferredLanguage ?? '').replace('_', '-').toLowerCase()
  const found =
    catalogue.locales.find(({ code }) => code.toLowerCase() === wanted) ??
    catalogue.locales.find(({ lang }) => lang.code === wanted.split('-')[0])
  if (found !== undefined) return found.id
  const owner = await sql<{ locale_id: string }>`
    select u.locale_id from users u join organizations o on o.owner_user_id = u.id`.execute(tx)
  return owner.rows[0]!.locale_id
}

export async function createUser(deps: ScimDeps, caller: Caller, body: unknown) {
  const { tx, organizationId } = caller
  const user = incoming(body)
  const person = personOf(user, await localeFor(deps, tx, user))
  const key = emailKeyOf(person.email)
  const [known] = await rowsWhere(tx, sql`c.email_key = ${key}`)
  // One that the directory deleted comes back, with its sessions and participants.
  if (known?.is_deleted) {
    await remember(deps, caller, known.id, { is_deleted: false })
    return write(deps, caller, { ...known, is_deleted: false }, { ...user, active: user.active ?? true })
  }
  const taken = new ScimError(409, 'uniqueness', 'userName is taken')
  if (known !== undefined) throw taken
  const { id } = await inviteUser(deps, tx, { organizationId }, person).catch((error: unknown) => {
    throw error instanceof InvalidFields && 'email' in error.fields ? taken : error
  })
  await remember(deps, caller, id, { external_id: textOf(user.externalId, 'externalId') })
  if (user.active === false) await setActive(deps, tx, id, false)
  return view(deps, await requireRow(tx, id))
}

export async function replaceUser(deps: ScimDeps, caller: Caller, id: string, body: unknown) {
  const row = await requireRow(caller.tx, id)
  const user = incoming(body)
  return write(deps, caller, row, { ...user, externalId: user.externalId ?? '' })
}

export async function patchUser(deps: ScimDeps, caller: Caller, id: string, body: unknown) {
  const row = await requireRow(caller.tx, id)
  const patched = await applyPatch(view(deps, row), patchOf(body, userAttributes))
  return write(deps, caller, row, new SCIMMY.Schemas.User(patched as never, 'in') as unknown as Incoming)
}

/** Deactivates: what a person recorded and signed stays theirs. */
export async function deleteUser(deps: ScimDeps, caller: Caller, id: string) {
  const row = await requireRow(caller.tx, id)
  if (row.is_owner) throw new ScimError(403, null as never, 'The owner cannot be deactivated by a directory')
  await setActive(deps, caller.tx, row.id, false)
  await remember(deps, caller, row.id, { is_deleted: true })
}

async function write(deps: ScimDeps, caller: Caller, row: Row, user: Incoming) {
  const { tx } = caller
  // With another address, whoever has the token could sign in as the person.
  if (emailKeyOf(user.userName) !== emailKeyOf(row.email))
    throw new ScimError(400, 'mutability', 'userName cannot be changed')
  const { first_name, last_name } = personOf(
    { ...user, name: nameOf(row, user) },
    '00000000-0000-4000-8000-000000000000',
  )
  const isRenamed = first_name !== row.first_name || last_name !== row.last_name
  const isTurned = user.active !== undefined && user.active !== row.is_active
  if (row.is_owner && (isRenamed || isTurned))
    throw new ScimError(403, null as never, 'A directory does not change or deactivate the owner')
  if (isRenamed) await tx.updateTable('users').set({ first_name, last_name }).where('id', '=', row.id).execute()
  if (isTurned) await setActive(deps, tx, row.id, user.active === true)
  await remember(deps, caller, row.id, {
    ...(user.externalId !== undefined && { external_id: textOf(user.externalId, 'externalId') }),
  })
  return view(deps, await requireRow(tx, row.id))
}

/** The names of a replaced user; those that are not given stay. */
const nameOf = (row: Row, { name }: Incoming) => ({
  givenName: name?.givenName ?? row.first_name,
  familyName: name?.familyName ?? row.last_name,
})

async function setActive({ clock }: ScimDeps, tx: Tx, id: UserId, is_active: boolean) {
  await tx.updateTable('users').set({ is_active }).where('id', '=', id).execute()
  await allowSignIn(tx, id, is_active, clock.now())
}

async function remember(
  { clock }: ScimDeps,
  { tx, organizationId: organization_id }: Caller,
  user_id: UserId,
  changes: { external_id?: string | null; is_deleted?: boolean },
) {
  const row = { ...changes, modified_at: clock.now() }
  await tx
    .insertInto('scim_users')
    .values({ user_id, organization_id, external_id: null, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
