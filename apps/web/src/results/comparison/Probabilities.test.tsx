import type { Population, PopulationId } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { Probabilities } from './Probabilities.tsx'

const population = (id: string): Population => ({
  id: id as PopulationId,
  name: `Grupo ${id}`,
  fill_color: '#112233',
  stroke_color: '#112233',
  description: '',
  source: '',
  n: 40,
  version: 1,
  computed_at: '2026-11-20T00:00:00.000Z',
  is_synthetic: false,
  is_reference: false,
  rule: null,
  unkeyed: 0,
  card: null,
  confirmed: [],
})
const draw = (row: Record<string, number> | undefined, isReliable = true) =>
  show(<Probabilities populations={['a', 'b'].map(population)} row={row} isReliable={isReliable} title="Jitter" />, {
    user: examiner,
    areas: ['analysis'],
    answers: {},
  })

test('the probabilities are a table with a row for each population', async () => {
  await draw({ a: 0.3, b: 0.7 })
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PoblaciónProbabilidad',
    'Grupo a30\u00a0%',
    'Grupo b70\u00a0%',
  ])
})

test('a score far from all populations has a sentence instead of numbers', async () => {
  await draw({})
  expect(screen.getByText(/^Lejos de todas/)).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a single population has no probability, and the page explains why', async () => {
  await draw(undefined)
  expect(screen.getByText(/al menos dos poblaciones/)).toBeDefined()
})

test('without a recording that can be trusted, the reason is not a lack of populations', async () => {
  await draw(undefined, false)
  expect(document.body.textContent).toContain('Ninguna grabación fiable de esta sesión tiene esta medida')
  expect(document.body.textContent).not.toContain('dos poblaciones')
})
