import type { ItemId, MeasurementErrors, SessionId } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { Changes } from './Changes.tsx'
import type { Series } from './series.ts'

const series = (score: string, values: number[], devices = ['USB', 'USB']): Series => ({
  ...{ id: score, protocol_item_id: 'a' as ItemId, feature_extraction_func_id: 'f', score, unit: '%', decimals: 2 },
  ...{ direction: 'neutral', offset: 0, population_id: null },
  points: values.map((raw, i) => ({
    ...{ date: `2026-0${i + 1}-01T00:00:00Z`, protocol_response_id: `${i}` as SessionId, value: null, raw },
    ...{ device: devices[i]!, engine: '1' },
  })),
})
const known: MeasurementErrors['scores'][string] = {
  ...{ within_session: { sd: 0.5, n: 60, repeats: 60 }, between_sessions: null, method: 'within_session' },
  ...{ sem: 0.5, mdc95: 1.386 },
}
const errors = (scores: string[]): MeasurementErrors => ({
  protocol_item_id: 'a' as ItemId,
  needs: { n: 10, repeats: 50 },
  scores: Object.fromEntries(scores.map((score) => [score, known])),
})
const draw = (all: Series[], of: MeasurementErrors) =>
  show(<Changes series={all} errors={of} />, { user: examiner, areas: ['analysis'], answers: {} })

test('each measure says whether its change is beyond the error, within it, or not comparable', async () => {
  const all = [
    series('jitter_local_pct', [2, 4]),
    series('shimmer_local_pct', [2, 1]),
    series('jitter_rap_pct', [2, 9], ['USB', 'Headset']),
  ]
  await draw(all, errors(all.map(({ score }) => score)))
  const said = screen.getAllByRole('listitem').map((item) => item.lastChild?.textContent)
  expect(said[0]).toMatch(/^más allá del error de medida \(más de 1,39\s%\)$/)
  expect(said[1]).toMatch(/^dentro del error de medida/)
  expect(said[2]).toBe('no comparable: grabado con otro micrófono')
  expect(screen.getByText(/repeticiones dentro de una sesión/)).toBeDefined()
})

test('unknown errors are one sentence, not a line for each measure', async () => {
  await draw([series('jitter_local_pct', [2, 4]), series('shimmer_local_pct', [2, 1])], errors([]))
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(screen.getAllByText(/Aún no se conoce el error/)).toHaveLength(1)
  expect(screen.getByText(/\(2 de 2\)/)).toBeDefined()
})

test('one session has no change', async () => {
  await draw([series('jitter_local_pct', [2])], errors(['jitter_local_pct']))
  expect(screen.queryByRole('region')).toBeNull()
})

test('a measure that begins later names its own first session', async () => {
  const later = series('shimmer_local_pct', [2, 2, 4], ['USB', 'USB', 'USB'])
  const all = [series('jitter_local_pct', [2, 4]), { ...later, points: later.points.slice(1) }]
  await draw(all, errors(all.map(({ score }) => score)))
  const names = screen.getAllByRole('listitem').map((item) => item.firstChild?.textContent)
  expect(names[0]).not.toContain('Cambio desde')
  expect(names[1]).toMatch(/\(Cambio desde el 1 feb/)
})
