import type { ParticipantId, SessionId, Today, Visit } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { TodayCard } from './TodayCard.tsx'
import type { Waiting } from './today-rows.ts'

const personOf = (number: number) => ({
  id: idOf<ParticipantId>(number),
  code: `P-${number}`,
  first_name: 'Ana',
  last_name: null,
})
const visitOf = (number: number, more: Partial<Visit> = {}) =>
  ({
    id: idOf(100 + number),
    participant: personOf(number),
    protocol: { id: idOf(7), name: 'Voz' },
    survey: null,
    planned_at: '2026-11-25T12:00:00.000Z',
    date: '2026-11-25',
    time: '09:00',
    tolerance_days: 0,
    duration_min: null,
    note: null,
    state: 'planned',
    series: null,
    fulfilled_by: null,
    ...more,
  }) as Visit
const nothing = { count: 0, rows: [] }
const quiet: Today = { day: '2026-11-25', visits: nothing, unfinished: nothing, unread: nothing, drafts: nothing }
const session = (number: number) => ({
  session: idOf<SessionId>(200 + number),
  participant: personOf(number),
  protocol: 'Voz',
  started_at: '2026-11-20T12:00:00.000Z',
})

const showCard = (today: Today, waiting: Waiting[] = [], onSurvey: (asked: object) => void = () => {}) =>
  show(<TodayCard Uploads={({ children }) => children(waiting)} onSurvey={onSurvey} />, {
    user: examiner,
    areas: ['visits', 'participants'],
    answers: { 'GET /today/': { body: today }, 'GET /user/participants/': { body: [] } },
  })
const rows = () => screen.getAllByRole('listitem')

test('with nothing to do there is one line and no list', async () => {
  await showCard(quiet)
  await screen.findByRole('link', { name: 'Ver la agenda' })
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a few of each kind are shown, visits first, and the rest by one button', async () => {
  const visits = [1, 2, 3, 4].map((number) => visitOf(number))
  const unread = { count: 2, rows: [session(5), session(6)] }
  const unfinished = { count: 1, rows: [{ ...session(7), answered: 2, items: 5 }] }
  await showCard({ ...quiet, visits: { count: 4, rows: visits }, unread, unfinished })
  await screen.findByText('P-1')
  const codes = () => rows().map((row) => row.textContent!.match(/P-\d/)![0])
  expect(codes()).toEqual(['P-1', 'P-2', 'P-3', 'P-7', 'P-5'])
  fireEvent.click(screen.getByRole('button', { name: 'Ver todo (7)' }))
  expect(codes()).toEqual(['P-1', 'P-2', 'P-3', 'P-4', 'P-7', 'P-5', 'P-6'])
})

test('each row leads to what is to be done', async () => {
  const asked: object[] = []
  const survey = visitOf(2, { protocol: null, survey: { id: idOf(8), name: 'Salud' } as Visit['survey'] })
  const overdue = visitOf(1, { state: 'overdue', date: '2026-11-20' })
  await showCard(
    {
      ...quiet,
      visits: { count: 2, rows: [overdue, survey] },
      unfinished: { count: 1, rows: [{ ...session(7), answered: 2, items: 5 }] },
    },
    [{ participantId: idOf(3), responseId: idOf(9), count: 2, since: 0 }],
    (what) => asked.push(what),
  )
  const record = await screen.findByRole('link', { name: 'Grabar: P-1' })
  expect(record.getAttribute('href')).toBe(
    `/dashboard/participant/protocol/${idOf(1)}/?protocol=${idOf(7)}&visit=${idOf(101)}`,
  )
  within(rows()[0]!).getByText(/atrasada/i)
  fireEvent.click(screen.getByRole('button', { name: /: P-2$/ }))
  expect(asked).toEqual([{ participantId: idOf(2), surveyId: idOf(8), visitId: idOf(102) }])
  within(rows()[2]!).getByText('2 grabaciones esperan en este dispositivo')
  expect(screen.getByRole('link', { name: /^Reanudar: P-7$/ }).getAttribute('href')).toContain('/resume/')
})
