import type { FeatureDisplay, ItemId, ItemResponse, Population } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { ItemMetrics } from './ItemMetrics.tsx'

const itemId = idOf<ItemId>(1)
const session = { id: idOf(2), participant: idOf(3) } as Parameters<typeof ItemMetrics>[0]['session']
const reference = {
  id: idOf(4),
  name: 'Sin diagnóstico',
  description: '',
  is_reference: true,
  is_synthetic: false,
  version: 1,
  card: null,
  fill_color: '#11223344',
  stroke_color: '#112233',
} as unknown as Population
const score = (name: string) => ({ name, unit: '%', decimals: 2, direction: 'lower_better', offset: 0 })
const voice = ['jitter_local_pct', 'shimmer_local_pct']
const displayOf = (scores: string[]) => {
  const shown = { feature_extraction_func_id: idOf(5), heading: 'voice_quality', scores: scores.map(score) }
  return { items: [{ protocol_item_id: itemId, functions: [shown] }] } as unknown as FeatureDisplay
}

const made = { feature_extraction_func: { id: idOf(5), name: 'Voz', entry: 'voice_quality' } }
const without = {
  scores: {},
  missing: {},
  data: {},
  semaphore: {},
  percentiles: {},
  intervals: {},
  compared: {},
  uncompared: {},
  feature_population_distribution: null,
}
const ready = (percentile?: number) => ({
  ...made,
  ...without,
  status: 'ready',
  error: null,
  scores: { jitter_local_pct: 1.2, shimmer_local_pct: 3.4 },
  ...(percentile !== undefined && {
    percentiles: { [reference.id]: { jitter_local_pct: percentile, shimmer_local_pct: 50 } },
    intervals: {
      [reference.id]: {
        jitter_local_pct: { low: percentile - 3, high: percentile + 1, n: 90 },
        shimmer_local_pct: { low: 40, high: 60, n: 90 },
      },
    },
    compared: { [reference.id]: { version: 1, n: 90, is_matched: true } },
  }),
})

const draw = (
  results: object[],
  {
    verdict = 'good',
    isPractice = false,
    address = '/',
    reasons = [] as string[],
    measuring = [] as string[],
    scores = voice,
  } = {},
) => {
  const answer = {
    protocol_item: { id: itemId, category: { name: 'sustained_vowel' } },
    quality: { verdict, reasons },
    feature_extraction_res: results,
  } as unknown as ItemResponse
  const display = displayOf(scores)
  return show(<ItemMetrics session={session} answer={answer} display={display} isPractice={isPractice} />, {
    user: examiner,
    areas: ['analysis', 'responses'],
    answers: {
      'GET /ai/populations/': { body: [reference] },
      'GET /user/toggle_table': { body: { semaphore_column: false } },
      'GET /protocols/responses/{participant_id}/evolution/': {
        body: { series: [], items: [], functions: [], indices: [], measuring },
      },
    },
    address,
  })
}
const jitter = /Jitter local/

test.each([
  [true, 'Las prácticas no se analizan'],
  [false, 'No hay datos para mostrar'],
])('an item without results says why; practice: %s', async (isPractice, sentence) => {
  await draw([], { isPractice })
  await screen.findByText(new RegExp(sentence))
})

test('while the item is being measured, the rows of the first domain are shown and nothing stands out', async () => {
  await draw([{ ...made, ...without, status: 'pending', error: null }])
  expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('row', { name: jitter })).toBeTruthy()
  expect(screen.queryByText('Lo que se destaca')).toBeNull()
})

test('when every function failed, the reason is shown once, without rows', async () => {
  await draw([{ ...made, ...without, status: 'failed', error: 'no_voice' }])
  await screen.findByRole('alert')
  expect(screen.queryByRole('table')).toBeNull()
})

test('without a norm, the values are shown with a note that they have no percentile', async () => {
  await draw([ready()])
  await screen.findByText(/no hay una referencia sin diagnóstico/)
  expect(screen.getByRole('row', { name: jitter }).textContent).toContain('1,20')
})

test('when nothing stands out, the page states it and opens the first domain', async () => {
  await draw([ready(50)])
  await screen.findByText('Ningún valor queda fuera de «Sin diagnóstico» (comparaciones: 2).')
  expect(screen.getAllByRole('row', { name: jitter })).toHaveLength(1)
})

test('findings are listed at the top, and the domains are folded', async () => {
  await draw([ready(98)])
  await screen.findByRole('table', { name: 'Lo que se destaca' })
  expect(screen.getAllByRole('row', { name: jitter })).toHaveLength(1)
  expect(screen.queryByRole('row', { name: /Shimmer local/ })).toBeNull()
})

test('a link to a measure unfolds its domain, which can be folded again', async () => {
  await draw([ready(98)], { address: '/?item=1&measure=shimmer_local_pct' })
  await screen.findByRole('row', { name: /Shimmer local/ })
  fireEvent.click(screen.getAllByRole('button', { expanded: true })[0]!)
  expect(screen.queryByRole('row', { name: /Shimmer local/ })).toBeNull()
})

test('nothing stands out in a poor recording', async () => {
  await draw([ready(98)], { verdict: 'poor' })
  await screen.findByText(/La grabación es deficiente: no se destaca ningún valor/)
  expect(screen.queryByRole('table', { name: 'Lo que se destaca' })).toBeNull()
})

test('where a fault of the recording makes every value unreliable, the page says that none stands out, and why', async () => {
  await draw([ready(98)], { verdict: 'fair', reasons: ['noisy'] })
  await screen.findByText(/^Los valores son poco fiables: no se destaca ninguno\. Hay ruido de fondo\./)
  expect(screen.queryByRole('table', { name: 'Lo que se destaca' })).toBeNull()
})

test('other sessions that are still being measured are named beside what changed since last time', async () => {
  await draw([ready()], { measuring: [idOf(8), idOf(9), session.id] })
  await screen.findByText(/Todavía se están midiendo otras 2 sesiones/)
})

test('its own pending measures are no reason to doubt what changed since last time', async () => {
  await draw([ready()], { measuring: [session.id] })
  await screen.findByText('Lo que se destaca')
  expect(screen.queryByText(/midiendo/)).toBeNull()
})

const rate = 'repetitions_per_100_words'
const drawRateOf = (tokens: number) => {
  const counted = {
    ...ready(),
    scores: { tokens, [rate]: 12 },
    percentiles: { [reference.id]: { [rate]: 99 } },
    intervals: { [reference.id]: { [rate]: { low: 97, high: 100, n: 90 } } },
    compared: { [reference.id]: { version: 1, n: 90, is_matched: true } },
  }
  return draw([counted], { scores: ['tokens', rate] })
}

test('a rate of 50 words stands out', async () => {
  await drawRateOf(50)
  await screen.findByRole('table', { name: 'Lo que se destaca' })
  expect(screen.queryByText(/^Menos de 50 palabras/)).toBeNull()
})

test('a rate of fewer words does not stand out, with the reason', async () => {
  await drawRateOf(49)
  // At the top, and below the tables.
  await waitFor(() => expect(screen.getAllByText(/^Menos de 50 palabras/)).toHaveLength(2))
  expect(screen.queryByRole('table', { name: 'Lo que se destaca' })).toBeNull()
})
