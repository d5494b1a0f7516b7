import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import { createIndicesOf } from '../analysis/indices/view.ts'
import { createPlanner } from '../analysis/plan.ts'
import { resultsOf } from '../analysis/queries.ts'
import { contentFolder } from '../app.ts'
import { type DemoOrganization, demoOrganizationId, seedOrganizations } from './seed.ts'
import { seedSessions } from './seed-sessions.ts'

const password = 'Demonstration-7!'

/** The shipped clinic with only some of its participants' sessions, and functions to seed it. */
async function prepare(names: readonly string[]) {
  const test = await buildTestApp()
  const { content, dataDir, config, queue, clock } = test
  const [shipped] = content.demo.organizations
  const clinic: DemoOrganization = {
    ...shipped!,
    // The users of the test application already have the shipped addresses.
    users: shipped!.users.map((user) => ({ ...user, email: user.email.replace('@', '@seeded.') })),
    sessions: shipped!.sessions.filter(({ participant }) => names.includes(participant)),
  }
  const deps = {
    ...test,
    maxAudioBytes: config.maxAudioBytes,
    resultsOf,
    indicesOf: createIndicesOf(test),
    planAnalysis: createPlanner({ queue, clock, background: true }),
    onStarted: async () => {},
    protocols: content.protocols,
    audioFolder: path.join(contentFolder, 'demo', 'audio'),
  }
  const organize = (edition: DemoOrganization) =>
    seedOrganizations({ ...test, protocols: content.protocols }, [edition], { dataDir, commonPassword: password })
  const record = (edition: DemoOrganization) => seedSessions(deps, [edition])

  /** Each session of a participant, oldest first, with its takes. */
  const sessionsOf = (name: string) =>
    test.database.tenant(demoOrganizationId(clinic), async (tx) => {
      const rows = await tx
        .selectFrom('protocol_responses as session')
        .innerJoin('participants', 'participants.id', 'session.participant_id')
        .leftJoin('item_responses as item', 'item.protocol_response_id', 'session.id')
        .leftJoin('takes', 'takes.item_response_id', 'item.id')
        .select(['session.id', 'session.active', 'session.completed_at', 'session.comment', 'item.skipped_purpose'])
        .select(['takes.content_type', 'takes.sha256'])
        .where('code', '=', clinic.participants.find(({ key }) => key === name)!.code)
        .orderBy('session.date_created')
        .orderBy('item.answered_at')
        .execute()
      return [...Map.groupBy(rows, ({ id }) => id).values()]
    })
  return { ...test, clinic, organize, record, sessionsOf }
}

test('sessions are recorded as planned, some archived or unfinished; another start changes nothing', async () => {
  const { clinic, organize, record, sessionsOf, database } = await prepare(['nora', 'marcos'])
  expect(await organize(clinic)).toHaveLength(clinic.users.length)
  await record(clinic)
  const nora = await sessionsOf('nora')
  expect(nora.map(([first]) => first!.active)).toEqual([true, false, true, true])
  expect(nora.every(([first]) => first!.completed_at !== null)).toBe(true)
  expect(nora[0]!.map(({ content_type }) => content_type)).toEqual(new Array(4).fill('audio/flac'))
  const marcos = await sessionsOf('marcos')
  expect(marcos.map(([first]) => first!.completed_at === null)).toEqual([false, true])
  expect(marcos[0]!.at(-1)).toMatchObject({ skipped_purpose: 'No lee con fluidez', content_type: null })
  expect(marcos.map(([first]) => first!.comment).every(Boolean)).toBe(true)

  expect(await organize(clinic)).toEqual([])
  await record(clinic)
  expect([await sessionsOf('nora'), await sessionsOf('marcos')]).toEqual([nora, marcos])
  const visits = await database.tenant(demoOrganizationId(clinic), (tx) =>
    tx.selectFrom('visits').select(['state', 'planned_at', 'protocol_id']).orderBy('planned_at').execute(),
  )
  const planned = clinic.visits.reduce((sum, { repeat }) => sum + (repeat?.times ?? 1), 0)
  expect(visits).toHaveLength(planned)
  expect(visits.every(({ state, protocol_id }) => state === 'planned' && protocol_id !== null)).toBe(true)
  expect(visits[0]!.planned_at.getTime()).toBeLessThan(Date.now() - 2 * 24 * 3_600_000)
  const archived = await database.tenant(demoOrganizationId(clinic), (tx) =>
    tx.selectFrom('participants').select('code').where('active', '=', false).orderBy('code').execute(),
  )
  expect(archived.map(({ code }) => code)).toEqual(
    clinic.participants.filter((participant) => participant.archived).map(({ code }) => code),
  )
})

test('an interrupted start resumes, and changes by users in between are kept', async () => {
  const { clinic, organize, record, sessionsOf, database } = await prepare(['marcos', 'julian'])
  await organize(clinic)
  const cutShort = clinic.sessions.map((session) => ({ ...session, items: session.items.slice(0, 1) }))
  await record({ ...clinic, sessions: cutShort })
  expect((await sessionsOf('marcos')).map((items) => items.length)).toEqual([1, 1])
  await database.tenant(demoOrganizationId(clinic), async (tx) => {
    const [first] = await sessionsOf('marcos')
    await tx.updateTable('protocol_responses').set({ active: false }).where('id', '=', first![0]!.id).execute()
    await tx.updateTable('participants').set({ active: false }).where('code', '=', 'DEMO-102').execute()
  })
  await record(clinic)
  expect((await sessionsOf('marcos')).map((items) => items.length)).toEqual([1, 2])
  expect((await sessionsOf('julian')).map((items) => items.length)).toEqual([1])
})

test('the examiner is heard in one recording', async () => {
  const { clinic, organize, record, database } = await prepare(['walter'])
  await organize(clinic)
  await record(clinic)
  const takes = await database.tenant(demoOrganizationId(clinic), (tx) =>
    tx.selectFrom('takes').select('people').orderBy('people').execute(),
  )
  expect(takes.map(({ people }) => people).slice(-2)).toEqual([1, 2])
})

test('a clinic of an earlier edition is not changed', async () => {
  const { clinic, organize, record, sessionsOf } = await prepare(['nora'])
  const earlier = clinic.participants.map((person) => ({ ...person, created_days_ago: person.created_days_ago - 1 }))
  await organize({ ...clinic, participants: earlier.slice(0, 12), sessions: [] })
  await organize(clinic)
  await record(clinic)
  expect(await sessionsOf('nora')).toEqual([])
})
