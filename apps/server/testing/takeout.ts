import type { TakeoutId } from '@fonema/contract'
import { newId } from '../src/platform/ids.ts'
import '../src/takeouts/tables.ts'
import type { TestApp } from './open-app.ts'

/** A complete takeout of an examiner's own data. It does not count for the daily limit of others. */
export async function createTakeout({ app, database, clock, signIn }: TestApp, email: string): Promise<TakeoutId> {
  const user = (await app.inject({ url: '/api/user/user_info/', headers: await signIn(email) })).json()
  const id = newId<TakeoutId>()
  await database.tenant(user.organization.id, (tx) =>
    tx
      .insertInto('takeouts')
      .values({
        id,
        organization_id: user.organization.id,
        scope: 'own',
        list: id,
        requested_by: user.id,
        examiner_id: user.roles.examiner_id,
        created_at: clock.now(),
        created_day: '2026-01-01',
        include_audio: false,
        status: 'complete',
        object_key: `takeouts/${id}`,
        size_bytes: 1,
      })
      .execute(),
  )
  return id
}
