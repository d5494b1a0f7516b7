import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { changeOf } from './change.ts'
import type { Line } from './lines.ts'
import { errorOf, lineOf, pointAt } from './testing.ts'
import { WhatChanged } from './WhatChanged.tsx'

const rate = (...values: number[]) =>
  lineOf(
    'articulation_rate_syl_per_s',
    values.map((raw, month) => pointAt(month, raw)),
    { unit: 'sílabas/s', domain: 'timing', item: '5. Lectura' },
  )
const draw = (lines: readonly Line[], mdc95: number | null, participantId?: string) =>
  show(
    <WhatChanged
      evolved={lines.map((line) => ({ line, change: changeOf(line, errorOf(mdc95)) }))}
      important={['timing']}
      needs={{ n: 10, repeats: 50 }}
      participantId={participantId}
    />,
    { user: examiner, areas: ['analysis'], answers: {} },
  )
const said = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''

test('a change beyond the error is described with both values, the date, the task and the error', async () => {
  await draw([rate(3.8, 3.5, 3.1)], 0.4)
  expect(said()).toContain(
    'Articula más lento: 3,10 sílabas/s, antes 3,80 sílabas/s (1 ene 2026; 5. Lectura). ' +
      'El cambio supera el error de medida (±0,40 sílabas/s).',
  )
})

test('a change within the error is not reported as a change', async () => {
  await draw([rate(3.8, 3.5)], 0.4)
  expect(said()).toContain('Nada cambió más que el error de medida desde el 1 ene 2026 (medidas comparadas: 1).')
  expect(document.querySelectorAll('p[data-change]')).toHaveLength(0)
})

test('with an unknown error, the page states that change cannot be judged yet, and what is missing', async () => {
  await draw([rate(3.8, 1)], null)
  expect(said()).toContain('Todavía no se puede decir si algo cambió.')
  expect(said()).toContain('(1 de 1)')
})

test('when nothing can be compared, the page lists the reasons', async () => {
  const line = lineOf('hnr_mean_db', [pointAt(0, 1, { device: 'Headset' }), pointAt(1, 9)])
  await draw([line], 1, 'x')
  expect(said()).toContain('Ninguna sesión anterior se puede comparar con la última: otro micrófono.')
})

test('with one session, the page makes no statement about change', async () => {
  await draw([rate(3.8)], 0.4)
  expect(screen.queryAllByText(/./)).toEqual([])
})

test('states how many of many measures exceed the error by chance', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => ({ ...rate(3, i < 3 ? 9 : 3), id: `${i}` }))
  await draw(lines, 0.4)
  expect(said()).toContain('Medidas comparadas: 40; superan el error de medida: 3.')
  expect(said()).toContain('serían unas 2.')
})

test('levels and the recording quality appear in no sentence or list and do not enter the count by chance', async () => {
  const real = Array.from({ length: 20 }, (_, i) => ({ ...rate(3, i < 2 ? 9 : 3), id: `${i}` }))
  const level = lineOf('rms_dbfs', [pointAt(0, -40), pointAt(1, -1)])
  const quality = lineOf('snr_db', [pointAt(0, 1), pointAt(1, 99)], { domain: 'recording' })
  await draw([...real, level, quality], 0.4)
  expect(said()).toContain('Medidas comparadas: 20; superan el error de medida: 2.')
  expect(document.querySelectorAll('li[data-change]')).toHaveLength(20)
})

test('the sentence links to its two sessions side by side; on their own page it does not', async () => {
  await draw([rate(3.8, 3.5, 3.1)], 0.4, 'x')
  const link = screen.getByRole('link', { name: /Ver las sesiones del 1 ene 2026 y del 1 mar 2026/ })
  expect(link.getAttribute('href')).toBe('/dashboard/participant/protocol_result/x/s0/compare/s2/')
})

test('two sessions that cannot be compared are not called the latest ones', async () => {
  await draw([lineOf('hnr_mean_db', [pointAt(0, 1, { device: 'Headset' }), pointAt(1, 9)])], 1)
  expect(said()).toContain('Estas dos sesiones no se pueden comparar: otro micrófono.')
  expect(screen.queryByRole('link')).toBeNull()
})
