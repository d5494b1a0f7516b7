import type { PitchSearch } from '@fonema/contract'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import type { MetricsRow } from './metrics-rows.ts'
import { PitchSearchNote } from './PitchSearchNote.tsx'

const ofMan: PitchSearch = {
  group: 'man',
  floor_hz: 75,
  ceiling_hz: 600,
  lowest_hz: 50,
  highest_hz: 600,
  edge: null,
}

async function draw(search: PitchSearch | undefined, score = 'f0_mean_hz', status = 'ready') {
  const rows = [{ result: { status, data: { pitch_search: search } }, score: { name: score } }]
  await show(<PitchSearchNote rows={rows as unknown as MetricsRow[]} />, { areas: ['analysis'], answers: {} })
  return document.body.textContent!
}

test('the range is shown with the group that it was chosen for', async () => {
  expect(await draw(ofMan)).toContain('Tono buscado entre 75 y 600 Hz: hombre adulto.')
})

test('shows that a search went further or began higher', async () => {
  expect(await draw({ ...ofMan, floor_hz: 50 })).toContain('llega por debajo de 75 Hz')
  expect(await draw({ ...ofMan, ceiling_hz: 800 })).toContain('llega por encima de 600 Hz')
  expect(await draw({ ...ofMan, floor_hz: 130.4 })).toContain('empezó en 130 Hz')
})

test('states that a voice at the edge of the range may go beyond it', async () => {
  expect(await draw({ ...ofMan, edge: 'ceiling' })).toContain('Puede haber voz más aguda')
})

test('shows no note for measures without pitch, for older results, or before there is a result', async () => {
  expect(await draw(ofMan, 'jitter_local_pct')).not.toContain('Hz')
  expect(await draw(undefined)).not.toContain('Hz')
  expect(await draw(undefined, 'f0_mean_hz', 'pending')).not.toContain('Hz')
})
