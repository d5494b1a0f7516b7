import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, participantOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { ParticipantList } from './ParticipantList.tsx'

const people = (count: number) => Array.from({ length: count }, (_, number) => participantOf(number + 1))
const showList = (list: Answers['GET /user/participants/'], more: Answers = {}) =>
  show(<ParticipantList onSurvey={() => {}} />, {
    user: examiner,
    areas: ['participants'],
    answers: { 'GET /user/participants/': list, 'GET /visits/activity/': { body: [] }, ...more },
  })
const rowOf = (code: string) => screen.getByRole('link', { name: code }).closest('tr')!
const codes = () => screen.getAllByRole('link', { name: /^P-\d+$/ }).map((link) => link.textContent)

test('an empty list explains how to add the first participant', async () => {
  await showList({ body: [] })
  await screen.findByText('Todavía no hay participantes. Registre el primero.')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a list that could not be loaded shows why and loads again on request', async () => {
  const { sent } = await showList({ status: 404, body: { code: 'not_found' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await expect.poll(() => sent.filter(({ key }) => key === 'GET /user/participants/').length).toBe(2)
  await screen.findByRole('button', { name: 'Reintentar' })
})

test('the list shows twenty participants a page, or all of them', async () => {
  await showList({ body: people(45) })
  const pages = await screen.findByRole('navigation', { name: 'Páginas de participantes' })
  expect(codes()).toEqual(people(20).map(({ code }) => code))
  screen.getByText('1 a 20 de 45')
  fireEvent.click(within(pages).getByRole('button', { name: 'Página 3' }))
  expect(codes()).toEqual(['P-041', 'P-042', 'P-043', 'P-044', 'P-045'])
  fireEvent.click(screen.getByRole('switch', { name: 'Ver todos' }))
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('an archived participant leaves the list at once and returns when the server refuses', async () => {
  const { promise, resolve: refuse } = Promise.withResolvers<{ status: number; body: unknown }>()
  const archive = 'PATCH /user/participants/{participant_id}/inactivate/'
  const { sent } = await showList({ body: people(2) }, { [archive]: promise })
  fireEvent.click(await screen.findByRole('button', { name: 'Archivar a P-001' }))
  await expect.poll(codes).toEqual(['P-002'])
  refuse({ status: 403, body: { code: 'feature_disabled', feature: 'archiveParticipant' } })
  await screen.findByText('Esta función no está habilitada en su modo de trabajo actual.')
  await expect.poll(codes).toEqual(['P-001', 'P-002'])
  // The list is refetched: the server may have newer data than the page.
  await expect.poll(() => sent.filter(({ key }) => key === 'GET /user/participants/').length).toBe(2)
})

test('a row has age, diagnosis and last session, and archiving is last, away from recording', async () => {
  const [first, second] = people(2)
  const known = { ...first!, first_name: 'Ana', birthday: '1950-04-03', diagnose: 'Disartria' }
  const activity = [{ participant: first!.id, last_session: '2026-11-20T15:00:00.000Z', unfinished: null }]
  await showList({ body: [known, second] }, { 'GET /visits/activity/': { body: activity } })
  await screen.findByText('20 nov 2026')
  const cells = within(rowOf('P-001')).getAllByRole('cell')
  expect(cells[1]!.textContent).toMatch(/^Ana\d\d años · Disartria$/)
  expect(cells[2]!.textContent!.trim()).toBe('20 nov 2026')
  within(cells[3]!).getByRole('link', { name: 'Grabar un protocolo con P-001' })
  within(cells.at(-1)!).getByRole('button', { name: 'Archivar a P-001' })
  // The other was never recorded, and nothing more is known.
  expect(
    within(rowOf('P-002'))
      .getAllByRole('cell')
      .slice(1, 3)
      .map((cell) => cell.textContent!.trim()),
  ).toEqual(['', '—'])
})

test('an unfinished session has a sign that leads to it', async () => {
  const [person] = people(1)
  const unfinished = '00000000-0000-4000-8000-000000000077'
  const activity = [{ participant: person!.id, last_session: '2026-11-20T15:00:00.000Z', unfinished }]
  await showList({ body: [person] }, { 'GET /visits/activity/': { body: activity } })
  const sign = await screen.findByRole('link', { name: 'Reanudar la sesión sin terminar de P-001' })
  expect(sign.textContent).toBe('Sin terminar')
  expect(sign.getAttribute('href')).toBe(`/dashboard/participant/protocol/resume/${person!.id}/${unfinished}/`)
})

test('until it is known when somebody was recorded, the row does not say that nobody was', async () => {
  await showList({ body: people(1) }, { 'GET /visits/activity/': 'unreachable' })
  await screen.findByRole('link', { name: 'P-001' })
  expect(within(rowOf('P-001')).getAllByRole('cell')[2]!.textContent!.trim()).toBe('')
})
