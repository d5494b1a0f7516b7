import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { examiner, idOf, participantOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { AgendaCalendar } from './AgendaCalendar.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T15:00:00Z') }))
afterEach(() => vi.useRealTimers())

const eventOf = (number: number, date: string) => {
  const { id, code } = participantOf(number)
  const participant = { id, code, first_name: null, last_name: null }
  return { id: idOf(number), kind: 'protocolres', title: 'Voz', date, is_completed: true, participant }
}
const showCalendar = (events: object[]) =>
  show(<AgendaCalendar Filter={() => null} />, {
    user: examiner,
    areas: ['agenda', 'visits'],
    answers: { 'GET /calendar_events/': { body: events }, 'GET /visits/': { body: [] } },
  })

test('the list of this month begins with today, and shows the days before when asked', async () => {
  await showCalendar([eventOf(1, '2026-11-03T15:00:00Z'), eventOf(2, '2026-11-27T14:00:00Z')])
  await screen.findByText(/P-002/)
  expect(screen.queryByText(/P-001/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar los días pasados' }))
  await screen.findByText(/P-001/)
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar los días pasados' }))
  await vi.waitFor(() => expect(screen.queryByText(/P-001/)).toBeNull(), 20_000)
})

test('the calendar names its entries and its views in our words', async () => {
  await showCalendar([eventOf(2, '2026-11-27T14:00:00Z')])
  await screen.findByText(/P-002/)
  expect(screen.getByLabelText('Visitas, sesiones y encuestas')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Semana' })).toBeTruthy()
})

test('another month is shown whole', async () => {
  await showCalendar([eventOf(1, '2026-10-03T15:00:00Z')])
  fireEvent.click(await screen.findByRole('button', { name: 'Mes anterior' }))
  await screen.findByText(/P-001/)
  expect(screen.queryByRole('button', { name: /los días pasados/ })).toBeNull()
})

test('a month with nothing from today on does not say that it is empty', async () => {
  await showCalendar([eventOf(1, '2026-11-03T15:00:00Z')])
  await screen.findByText('Desde hoy no hay nada más en este mes.')
})
