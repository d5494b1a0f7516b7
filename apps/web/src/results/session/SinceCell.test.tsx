import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import type { MetricsRow } from './metrics-rows.ts'
import { SinceCell } from './SinceCell.tsx'

const [march, july] = ['2026-03-02T12:00:00Z', '2026-07-05T12:00:00Z']

/** The text of a cell in a column of July. */
async function textOf(date: string) {
  const row = {
    score: { name: 'jitter_local_pct', decimals: 2, offset: 0, direction: 'lower_better' },
    result: { scores: { jitter_local_pct: 3 } },
    change: { kind: 'beyond', difference: 1.5, date },
    isJudged: true,
  } as unknown as MetricsRow
  const cell = (
    <table>
      <tbody>
        <tr>
          <SinceCell row={row} date={july} />
        </tr>
      </tbody>
    </table>
  )
  await show(cell, { areas: ['analysis'], answers: {} })
  return screen.getByRole('cell').textContent
}

test('a change since another session than the one of its column has its own date', async () => {
  expect(await textOf(march)).toBe('+1,50, cambio real, peor (desde el 2 mar 2026)')
})

test('a change since the session of its column has no date', async () => {
  expect(await textOf(july)).toBe('+1,50, cambio real, peor')
})
