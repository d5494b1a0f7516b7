import { expect, test } from 'vitest'
import { withClient } from '../testing/database-setup.ts'
import { pagesReadBy } from '../testing/pages-read.ts'
import { buildTestApp, type TestApp } from '../testing/test-app.ts'

/**
 * Participants of the demo clinic's two examiners, each with one session and one entry of the audit log, numbered on.
 * Without triggers, which would write the audit log too.
 */
const grow = (demo: TestApp, from: number, to: number) =>
  withClient(demo.url, async (client) => {
    await client.query('set session_replication_role = replica')
    const people = `from generate_series(${from}, ${to}) n
      join (select id, user_id, row_number() over (order by id) as place from examiners
        where organization_id = '${demo.organizationId}') e on e.place = 1 + n % 2`
    const idOf = (kind: string) => `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-0000000000${kind}')::uuid`
    const at = `timestamptz '2026-01-01' + n * interval '1 minute'`
    const org = `'${demo.organizationId}'::uuid`
    await client.query(`insert into participants
        (id, organization_id, examiner_id, code, last_name, locale_id, created_at, created_by)
      select ${idOf('01')}, ${org}, e.id, 'P-' || n, 'Pérez ' || n, '${demo.localeId('es-AR')}', ${at}, e.user_id ${people}`)
    await client.query(`insert into protocol_responses
        (id, organization_id, participant_id, protocol_id, examiner_id, created_by, date_created)
      select ${idOf('02')}, ${org}, ${idOf('01')}, (select id from protocols limit 1), e.id, e.user_id, ${at} ${people}`)
    await client.query(`insert into audit_entries
        (organization_id, user_id, examiner_id, action, subject, object_id, participant_id)
      select ${org}, e.user_id, e.id, 'create', 'participants', ${idOf('01')}::text, ${idOf('01')} ${people}`)
    await client.query('vacuum analyze participants, protocol_responses, audit_entries')
  })

test('a page of a list, or one participant by code, reads no more of the database when its clinic has twenty times as much', {
  timeout: 240_000,
}, async () => {
  const demo = await buildTestApp()
  const [examiner, owner] = [await demo.signIn('examiner@demo.example'), await demo.signIn('owner@demo.example')]
  const lists = [
    ['/user/participants/?limit=20', examiner, 20],
    ['/calendar_events/?limit=20', examiner, 20],
    ['/organizations/events/?limit=20', owner, 20],
    ['/organizations/audit/?limit=20', owner, 20],
    ['/organizations/participants/?code=p-7', owner, 1],
    ['/organizations/audit/?participant_code=p-7', owner, 1],
  ] as const
  const read = async () => {
    const pages = new Map<string, number>()
    for (const [address, headers, length] of lists) {
      const call = async () =>
        expect((await demo.app.inject({ url: `/api${address}`, headers })).json()).toHaveLength(length)
      pages.set(address, await pagesReadBy(call))
    }
    return pages
  }
  await grow(demo, 1, 2000)
  const before = await read()
  await grow(demo, 2001, 40_000)
  const after = await read()
  const growth = lists.map(([address]) => [address, before.get(address)!, after.get(address)!] as const)
  expect(growth.filter(([, few, many]) => many > 1.5 * few)).toEqual([])
})
