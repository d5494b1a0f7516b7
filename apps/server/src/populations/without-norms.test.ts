import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { ComputePopulation, computePopulation } from './rules.ts'

test('no population has content units, neither imported nor computed', async () => {
  const test = await buildTestApp()
  const { app, signIn, database, organizationId, clock, queue } = test
  const manager = await signIn('manager@demo.example')
  const examiner = await signIn('examiner@demo.example')
  const url = '/api/ai/populations/'
  const line = 'Sanos,P1,es,short-session/picture/1,content_units,content_units,8,f,60,12'
  const head = 'population,participant,language,item,function,score,value,sex,age,education'
  const { headers, payload } = formOf(Buffer.from([head, line].join('\n')), {}, 'file')
  const sent = {
    method: 'POST',
    url: `${url}import/?preview=true`,
    headers: { ...manager, ...headers },
    payload,
  } as const
  expect((await app.inject(sent)).json().problems).toContainEqual({ line: 2, column: 'function', code: 'unknown' })

  const { items, itemUrl } = await startTestSession(test, examiner)
  const form = formOf(toneWav(10))
  const picture = { method: 'POST', url: itemUrl(items[1]!), payload: form.payload } as const
  await app.inject({ ...picture, headers: { ...examiner, ...form.headers } })
  const typed = { text: 'una taza', based_on: 0 }
  await app.inject({ method: 'POST', url: `${picture.url}transcript/`, headers: examiner, payload: typed })
  await database.tenant(organizationId, async (tx) => {
    await sql`update feature_results set status = 'ready', scores = '{"f0_mean_hz": 150}' where entry = 'prosody'`.execute(
      tx,
    )
    await tx.updateTable('protocol_responses').set({ completed_at: clock.now() }).execute()
    await tx.updateTable('participants').set({ consent_research: true }).execute()
  })
  await queue.work('compute-population', ComputePopulation, 1, (job) => computePopulation(test, job))
  const none = { sex: null, age_min: null, age_max: null, education_min: null, education_max: null }
  const rule = { ...none, locale: null, protocol: null, diagnosis: null }
  await app.inject({ method: 'POST', url, headers: manager, payload: { name: 'Ours', rule } })
  const entries = () =>
    database.tenant(organizationId, async (tx) =>
      (await tx.selectFrom('population_samples').select('entry').distinct().orderBy('entry').execute()).map(
        ({ entry }) => entry,
      ),
    )
  await expect.poll(entries).toEqual(['lexical', 'prosody'])
})
