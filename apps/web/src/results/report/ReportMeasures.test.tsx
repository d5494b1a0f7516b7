import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ReportMeasures } from './ReportMeasures.tsx'

test('the quick print says below the numbers how far the pitch was searched', async () => {
  const pitch_search = { group: 'woman', floor_hz: 75, ceiling_hz: 800, lowest_hz: 75, highest_hz: 800, edge: null }
  const result = {
    status: 'ready',
    feature_extraction_func: { id: 'f', entry: 'prosody' },
    scores: { f0_mean_hz: 620 },
    missing: {},
    data: { pitch_search },
  }
  const scores = [{ name: 'f0_mean_hz', unit: 'Hz', decimals: 0, direction: 'neutral', offset: 0 }]
  const functions = [{ feature_extraction_func_id: 'f', heading: 'voice', scores }]
  const props = {
    answer: { protocol_item: { id: 'i' }, quality: null, feature_extraction_res: [result] },
    data: { display: { items: [{ protocol_item_id: 'i', functions }] } },
  }
  await show(<ReportMeasures {...(props as never as Parameters<typeof ReportMeasures>[0])} norms={[]} title={null} />, {
    areas: ['analysis'],
    answers: { 'GET /user/toggle_table': { body: { semaphore_column: false } } },
  })
  expect(
    screen.getByText(/^Tono buscado entre 75 y 800 Hz: mujer adulta\. La voz llega por encima de 600 Hz/),
  ).toBeDefined()
})
