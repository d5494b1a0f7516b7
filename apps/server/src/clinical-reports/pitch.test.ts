import type { ReportContent } from '@fonema/contract'
import { expect, test } from 'vitest'
import { draftOf, freshDraft } from '../../testing/clinical-report.ts'
import { buildTestApp } from '../../testing/test-app.ts'

test('the annex says how far the pitch was searched, under an item with measures of the pitch', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { ids } = await freshDraft(demo, headers)
  const search = { group: 'man', floor_hz: 50, ceiling_hz: 600, lowest_hz: 50, highest_hz: 600, edge: 'floor' }
  const noteAfter = async (scores: object, language: string) => {
    const measured = { scores: JSON.stringify(scores), data: JSON.stringify({ pitch_search: search }) }
    await demo.database.tenant(demo.organizationId, (tx) =>
      tx
        .updateTable('feature_results')
        .set({ ...measured, status: 'ready', error: null })
        .where('entry', '=', 'prosody')
        .execute(),
    )
    const { id } = await draftOf(demo, headers, ids, { language })
    const url = `/api/clinical_reports/${ids.participant_id}/${id}/`
    const { content } = (await demo.app.inject({ url, headers })).json<{ content: ReportContent }>()
    return content.annex.flatMap(({ rows, note }) => (rows.length === 0 ? [] : [note]))
  }
  expect(await noteAfter({ f0_mean_hz: 60 }, 'en')).toEqual([
    'Pitch searched between 50 and 600 Hz: adult man. The voice goes below 75 Hz, so the search went down to 50 Hz. ' +
      'The voice reaches the lower end. There may be lower voice that was not found.',
  ])
  expect((await noteAfter({ f0_mean_hz: 60 }, 'es'))[0]).toContain('Tono buscado entre 50 y 600 Hz: hombre adulto.')
})
