import type { ExaminerId, Overview } from '@fonema/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { OverviewCards } from './overview/OverviewCards.tsx'

const elena = {
  examiner_id: idOf<ExaminerId>(3),
  first_name: 'Elena',
  last_name: 'Ruiz',
}
const overview: Overview = {
  months: ['2026-09', '2026-10', '2026-11'],
  sessions: [
    { ...elena, month: '2026-09', count: 4 },
    { ...elena, month: '2026-11', count: 2 },
  ],
  quality: [
    { ...elena, device: 'USB', recordings: 12, judged: 10, poor: 3 },
    { ...elena, device: null, recordings: 1, judged: 0, poor: 0 },
  ],
  storage: { used_bytes: 3 * 1024 * 1024, quota_bytes: null },
  waiting: 1234,
}
const showCards = (body: Overview) =>
  show(<OverviewCards />, {
    user: examiner,
    areas: ['rooms'],
    answers: { 'GET /organizations/overview/': { body } },
  })

test('months without a session show 0, and the row has its sum', async () => {
  await showCards(overview)
  const card = await screen.findByRole('region', { name: 'Sesiones por evaluador y mes' })
  const [, row] = within(card).getAllByRole('row')
  expect(row!.textContent).toBe('Ruiz, Elena4026')
  screen.getByText('1234')
})

test('the share of poor recordings is of those with a verdict, and none is not 0 %', async () => {
  await showCards(overview)
  const card = await screen.findByRole('region', { name: 'Calidad por evaluador y micrófono' })
  const rows = within(card).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Ruiz, ElenaUSB30 % (3 de 10)',
    'Ruiz, ElenaSin nombre1 grabación, todavía sin veredicto',
  ])
})

test('a clinic without sessions says so', async () => {
  await showCards({ ...overview, sessions: [], quality: [] })
  await screen.findByText('No se completó ninguna sesión en los últimos doce meses.')
  screen.getByText('No hay grabaciones de los últimos doce meses.')
})
