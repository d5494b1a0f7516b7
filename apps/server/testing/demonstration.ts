import path from 'node:path'
import type { ParticipantId } from '@fonema/contract'
import { createIndicesOf } from '../src/analysis/indices/view.ts'
import { measureTake } from '../src/analysis/jobs.ts'
import { createPlanner } from '../src/analysis/plan.ts'
import { resultsOf } from '../src/analysis/queries.ts'
import { contentFolder } from '../src/app.ts'
import { surveyIdOf } from '../src/content/load.ts'
import { type DemoOrganization, demoOrganizationId, seedOrganizations } from '../src/demonstration/seed.ts'
import { seedSessions } from '../src/demonstration/seed-sessions.ts'
import { seedPopulations } from '../src/populations/synthetic.ts'
import { password } from './template.ts'
import { buildTestApp } from './test-app.ts'

/** A short survey with its answers. */
export const healthSurvey = {
  survey_id: surveyIdOf({ key: 'health', wording_version: 1, locale: 'es-ES' }),
  response: { hearing: 'well', takes_medication: 'no' },
}

/** The shipped clinic with the first sessions of one participant, measured and beside its populations. */
export async function openMeasuredDemonstration(name: string, sessions: number) {
  const demo = await buildTestApp()
  const { content, dataDir, config, queue, clock, database } = demo
  const [shipped] = content.demo.organizations
  const clinic: DemoOrganization = {
    ...shipped!,
    // The users of the test application already have the shipped addresses.
    users: shipped!.users.map((user) => ({ ...user, email: user.email.replace('@', '@seeded.') })),
    sessions: shipped!.sessions.filter(({ participant }) => participant === name).slice(0, sessions),
  }
  const organizationId = demoOrganizationId(clinic)
  await seedOrganizations({ ...demo, protocols: content.protocols }, [clinic], { dataDir, commonPassword: password })
  await seedSessions(
    {
      ...demo,
      maxAudioBytes: config.maxAudioBytes,
      resultsOf,
      indicesOf: createIndicesOf(demo),
      planAnalysis: createPlanner({ queue, clock, background: true }),
      onStarted: async () => {},
      protocols: content.protocols,
      audioFolder: path.join(contentFolder, 'demo', 'audio'),
    },
    [clinic],
  )
  await seedPopulations(database, organizationId, content.populations, clock.now())
  const takes = await database.tenant(organizationId, (tx) => tx.selectFrom('takes').select('id').execute())
  for (const { id } of takes) await measureTake(demo, { organization_id: organizationId, take_id: id })
  const code = clinic.participants.find(({ key }) => key === name)!.code
  const { id: participant } = await database.tenant(organizationId, (tx) =>
    tx.selectFrom('participants').select('id').where('code', '=', code).executeTakeFirstOrThrow(),
  )
  const headers = await demo.signIn('examiner@seeded.demo.example')
  return { ...demo, participant: participant as ParticipantId, headers }
}
