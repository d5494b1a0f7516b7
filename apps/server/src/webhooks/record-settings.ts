import type { NewRecordServer, RecordServer, WebhookEndpoint, WebhookId } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { newId } from '../platform/ids.ts'
import { requireEndpoint } from './queries.ts'
import { sealSecret } from './secrets.ts'
import { checkTarget, type WebhookDeps } from './service.ts'

/** Checks the addresses of a FHIR server, and that its sign-in has what it needs. */
export async function checkRecordServer(deps: WebhookDeps, given: NewRecordServer): Promise<void> {
  await checkTarget(deps, given.url)
  const { search, hash } = new URL(given.url)
  if (search !== '' || hash !== '') throw new InvalidFields({ url: ['invalid'] })
  if (given.patient_system !== '' && !/^[a-z][a-z\d+.-]*:[^\s|]+$/i.test(given.patient_system))
    throw new InvalidFields({ patient_system: ['invalid'] })
  if (given.sign_in !== 'client_credentials') return
  if (given.client_id === '') throw new InvalidFields({ client_id: ['required'] })
  if (given.token_url === '') throw new InvalidFields({ token_url: ['required'] })
  await checkTarget(deps, given.token_url).catch((error) => {
    throw error instanceof InvalidFields ? new InvalidFields({ token_url: error.fields.url ?? ['invalid'] }) : error
  })
}

export async function createRecordServer(
  { clock, keys }: WebhookDeps,
  tx: Tx,
  { organizationId: organization_id }: Principal,
  given: NewRecordServer,
): Promise<WebhookEndpoint> {
  const now = clock.now()
  const id = newId<WebhookId>(now)
  if (given.secret === undefined && given.sign_in !== 'none') throw new InvalidFields({ secret: ['required'] })
  const record_server = JSON.stringify(settingsOf(given))
  await tx
    .insertInto('webhook_endpoints')
    .values({
      id,
      organization_id,
      url: given.url,
      record_server,
      events: ['report.signed'],
      secret_made_at: now,
      created_at: now,
    })
    .execute()
  const sealed = sealSecret(keys, id, given.secret ?? '')
  await tx.insertInto('webhook_secrets').values({ endpoint_id: id, organization_id, sealed }).execute()
  return requireEndpoint(tx, id, now)
}

export async function changeRecordServer(
  { clock, keys }: WebhookDeps,
  tx: Tx,
  id: WebhookId,
  given: NewRecordServer,
): Promise<WebhookEndpoint> {
  const now = clock.now()
  const { url, record_server: stored } = await requireEndpoint(tx, id, now)
  if (stored === null) throw new AppError('not_found')
  const next = settingsOf(given)
  const keeps = given.secret === undefined && next.sign_in !== 'none'
  if (keeps && !isSameReader({ url, ...stored }, { url: given.url, ...next }))
    throw new InvalidFields({ secret: ['required'] })
  const changes = { url: given.url, record_server: JSON.stringify(next) }
  await tx
    .updateTable('webhook_endpoints')
    .set({ ...changes, ...(!keeps && { secret_made_at: now }) })
    .where('id', '=', id)
    .execute()
  if (!keeps) {
    const sealed = sealSecret(keys, id, given.secret ?? '')
    await tx.updateTable('webhook_secrets').set({ sealed }).where('endpoint_id', '=', id).execute()
  }
  return requireEndpoint(tx, id, now)
}

const settingsOf = ({ sign_in, token_url, client_id, scope, patient_system }: NewRecordServer): RecordServer =>
  sign_in === 'client_credentials'
    ? { sign_in, token_url, client_id, scope, patient_system }
    : { sign_in, token_url: '', client_id: '', scope: '', patient_system }

type Reader = RecordServer & { url: string }

/** Whether a stored secret goes to the same machine as before: nobody reads it by writing another address. */
function isSameReader(before: Reader, after: Reader): boolean {
  const readerOf = ({ sign_in, token_url, url }: Reader) =>
    new URL(sign_in === 'client_credentials' ? token_url : url).origin
  return before.sign_in === after.sign_in && readerOf(before) === readerOf(after)
}
