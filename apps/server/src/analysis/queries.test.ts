import { expect, test } from 'vitest'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

test('only a ready result shows measures, whatever its row holds', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { items, itemUrl, sessionUrl } = await startTestSession(demo, headers)
  const { payload, headers: ofForm } = formOf(toneWav(4))
  await demo.app.inject({ method: 'POST', url: itemUrl(items[0]!), headers: { ...headers, ...ofForm }, payload })
  const shownAs = async (status: 'pending' | 'failed' | 'ready', error: string | null) => {
    const scores = JSON.stringify({ jitter_local_pct: 0.5 })
    await demo.database.tenant(demo.organizationId, (tx) =>
      tx.updateTable('feature_results').set({ status, error, scores }).execute(),
    )
    const answer = await demo.app.inject({ url: sessionUrl, headers })
    expect(answer.statusCode).toBe(200)
    return answer.json().responses[0].feature_extraction_res[0]
  }
  expect(await shownAs('ready', null)).toMatchObject({ status: 'ready', scores: { jitter_local_pct: 0.5 } })
  expect(await shownAs('pending', null)).toMatchObject({ status: 'pending', error: null, scores: {} })
  expect(await shownAs('failed', 'no_voice')).toMatchObject({ status: 'failed', error: 'no_voice', scores: {} })
  expect(await shownAs('failed', null)).toMatchObject({ status: 'failed', error: 'not_measured', scores: {} })
})
