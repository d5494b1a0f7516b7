import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import type { Point } from './lines.ts'
import { OneSession } from './OneSession.tsx'
import { lineOf, pointAt } from './testing.ts'

const draw = async (changes: Partial<Point>, populationId: string | null = 'norm') => {
  await show(
    <OneSession
      participantId="p"
      lines={[lineOf('jitter_local_pct', [pointAt(0, 1.234, changes)])]}
      populationId={populationId}
      label="Evolución"
      explanation={null}
    />,
    { areas: ['analysis'], answers: {} },
  )
  return within(screen.getByRole('list', { name: 'Evolución' })).getByRole('link')
}

test('a value stands at its place in the reference, with its interval as whisker and in words', async () => {
  const row = await draw({ places: { norm: 30 }, intervals: { norm: { low: 20, high: 45 } } })
  expect(row.textContent).toContain('1,23')
  expect(row.textContent).toContain('30 de 100')
  expect(row.textContent).toContain('entre 20 y 45')
  expect(row.getAttribute('href')).toContain('/s0/')
  expect(row.querySelector('circle')!.getAttribute('cx')).toBe('70')
  expect(row.querySelector('[data-whisker]')!.getAttribute('d')).toBe('M 50 12 H 100 M 50 8 v 8 M 100 8 v 8')
})

test('a place without an interval has no whisker', async () => {
  const row = await draw({ places: { norm: 30 } })
  expect(row.textContent).toContain('30 de 100')
  expect(row.querySelector('[data-whisker]')).toBeNull()
  expect(row.textContent).not.toContain('entre')
})

test('a value without a reference is shown alone', async () => {
  const row = await draw({ places: { norm: 30 }, intervals: { norm: { low: 20, high: 45 } } }, null)
  expect(row.textContent).toContain('1,23')
  expect(row.querySelector('svg')).toBeNull()
  expect(row.textContent).not.toContain('100')
})
