import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ReportMeasures } from './ReportMeasures.tsx'

/** An item with one function's scores, in the quick print. */
function draw(entry: string, scores: Record<string, number>, data: object = {}) {
  const made = { status: 'ready', feature_extraction_func: { id: 'f', entry }, missing: {} }
  const shown = Object.keys(scores).map((name) => ({ name, unit: 'Hz', decimals: 0, direction: 'neutral', offset: 0 }))
  const functions = [{ feature_extraction_func_id: 'f', heading: 'voice', scores: shown }]
  const props = {
    answer: { protocol_item: { id: 'i' }, quality: null, feature_extraction_res: [{ ...made, scores, data }] },
    data: { display: { items: [{ protocol_item_id: 'i', functions }] } },
  }
  return show(
    <ReportMeasures {...(props as never as Parameters<typeof ReportMeasures>[0])} norms={[]} title={null} />,
    {
      areas: ['analysis'],
      answers: { 'GET /user/toggle_table': { body: { semaphore_column: false } } },
    },
  )
}

test('the quick print says below the numbers how far the pitch was searched', async () => {
  const pitch_search = { group: 'woman', floor_hz: 75, ceiling_hz: 800, lowest_hz: 75, highest_hz: 800, edge: null }
  await draw('prosody', { f0_mean_hz: 620 }, { pitch_search })
  expect(
    screen.getByText(/^Tono buscado entre 75 y 800 Hz: mujer adulta\. La voz llega por encima de 600 Hz/),
  ).toBeDefined()
})

test.each([
  [49, 1],
  [50, 0],
])('the quick print of %i words says %i times that rates of them are not interpreted', async (tokens, times) => {
  await draw('lexical', { tokens, ttr: 0.9 })
  expect(screen.queryAllByText(/^Menos de 50 palabras/)).toHaveLength(times)
})
