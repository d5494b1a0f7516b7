import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, participantOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { ArchivedParticipants } from './ArchivedParticipants.tsx'
import { SearchDialog } from './choice/SearchDialog.tsx'
import { ParticipantList } from './ParticipantList.tsx'

const user = { ...examiner, user: { ...examiner.user, has_many_participants: true } }
const people = (count: number) => Array.from({ length: count }, (_, number) => participantOf(number + 1))
const search = 'GET /user/participants/search/'
const showMany = (element: Parameters<typeof show>[0], found: object, more: Answers = {}) =>
  show(element, {
    user,
    areas: ['participants'],
    answers: {
      [search]: { body: found },
      'GET /visits/activity/': { body: [] },
      'GET /protocols/last_recorded/': { body: [] },
      ...more,
    },
  })
const codes = () => screen.getAllByRole('link', { name: /^P-\d+$/ }).map((link) => link.textContent)

test('with many participants the list reads one page, and pages count all of them', async () => {
  const { sent } = await showMany(<ParticipantList onSurvey={() => {}} />, { count: 80_000, participants: people(20) })
  await screen.findByText('1 a 20 de 80.000')
  expect(codes()).toEqual(people(20).map(({ code }) => code))
  expect(sent.map(({ key }) => key).filter((key) => key.includes('/user/participants/'))).toEqual([search])
  const pages = screen.getByRole('navigation', { name: 'Páginas de participantes' })
  fireEvent.click(within(pages).getByRole('button', { name: 'Página 2' }))
  await screen.findByText('21 a 40 de 80.000')
  expect(sent.filter(({ key }) => key === search)).toHaveLength(2)
})

test('a search of the server says how many it does not show', async () => {
  await showMany(<ParticipantList onSurvey={() => {}} />, { count: 80_000, participants: people(20) })
  await screen.findByText('1 a 20 de 80.000')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'p' } })
  await screen.findByText('80.000 resultados. 79.980 más: escriba más letras.')
  expect(screen.queryByRole('navigation', { name: 'Páginas de participantes' })).toBeNull()
  expect(screen.getAllByText('P', { selector: 'b' })).toHaveLength(20)
})

test('all participants are read only when somebody wants to see all', async () => {
  const { sent } = await showMany(
    <ParticipantList onSurvey={() => {}} />,
    { count: 21, participants: people(20) },
    { 'GET /user/participants/': { body: people(21) } },
  )
  fireEvent.click(await screen.findByRole('switch', { name: 'Ver todos' }))
  await screen.findByText('21 participantes')
  expect(codes()).toHaveLength(21)
  expect(sent.filter(({ key }) => key === 'GET /user/participants/')).toHaveLength(1)
})

test('an archived participant leaves the page at once and returns when the server refuses', async () => {
  const { promise, resolve: refuse } = Promise.withResolvers<{ status: number; body: unknown }>()
  await showMany(
    <ParticipantList onSurvey={() => {}} />,
    { count: 80_000, participants: people(2) },
    { 'PATCH /user/participants/{participant_id}/inactivate/': promise },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Archivar a P-001' }))
  await expect.poll(codes).toEqual(['P-002'])
  refuse({ status: 403, body: { code: 'feature_disabled', feature: 'archiveParticipant' } })
  await expect.poll(codes).toEqual(['P-001', 'P-002'])
})

test('the search of the header asks the server for its five options', async () => {
  const { sent } = await showMany(<SearchDialog onClose={() => {}} />, { count: 9, participants: people(5) })
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: '00' } })
  expect(await screen.findAllByRole('option')).toHaveLength(5)
  expect(sent.map(({ key }) => key)).toEqual([search])
})

test('the archived participants are read by page', async () => {
  const archived = people(5).map((one) => ({ ...one, active: false }))
  await showMany(<ArchivedParticipants onClose={() => {}} />, { count: 12, participants: archived })
  expect(await screen.findAllByRole('button', { name: /^Restaurar a/ })).toHaveLength(5)
  screen.getByRole('button', { name: 'Página 3' })
})
