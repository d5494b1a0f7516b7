import type { Visit } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '../api/current-user.ts'
import { argentina, examiner, idOf, participantOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { ParticipantPage, type ParticipantParts } from './ParticipantPage.tsx'
import { fileOf, reportOf, sessionOf, surveyOf, visitOf } from './timeline/timeline-testing.ts'

const person = { ...participantOf(1), sex: 'f' as const, diagnose: 'Disartria' }
const nothing = () => null
const parts: ParticipantParts = {
  Survey: nothing,
  SurveyResponse: nothing,
  ArchivedSurveys: nothing,
  Files: nothing,
  Evolution: nothing,
  Report: nothing,
  Uploads: ({ children }) => children([]),
  LastFindings: ({ session }) => <p>Hallazgos de {session.id}</p>,
  Visit: ({ visit }) => <p>{visit === undefined ? 'Visita nueva' : `Visita ${visit.id}`}</p>,
}
const full: Answers = {
  'GET /protocols/responses/{participant_id}/': {
    body: [
      sessionOf(1, '2026-03-09T15:00:00.000Z', { is_completed: false }),
      sessionOf(2, '2026-03-01T15:00:00.000Z', { comment: 'Voz más clara' }),
    ],
  },
  'GET /surveys/responses/{participant_id}/': { body: [surveyOf(3, '2026-03-02T15:00:00.000Z')] },
  'GET /visits/{participant_id}/': {
    body: [visitOf(4, '2026-02-01', { state: 'overdue' }), visitOf(5, '2999-12-01'), visitOf(6, '2999-12-20')],
  },
  'GET /clinical_reports/{participant_id}/': { body: [reportOf(7, '2026-02-20T15:00:00.000Z')] },
  'GET /files/{participant_id}/': { body: [fileOf(8, '2026-02-10T15:00:00.000Z')] },
}
const empty: Answers = Object.fromEntries(Object.keys(full).map((key) => [key, { body: [] }]))
const showPage = (answers: Answers, user: CurrentUser = examiner) =>
  show(<ParticipantPage parts={parts} />, {
    user,
    areas: ['participants', 'responses', 'timeline', 'visits'],
    answers: {
      'GET /user/participants/': { body: [person] },
      'GET /protocols/last_recorded/': { body: [] },
      'GET /cms/locales/': { body: [argentina] },
      ...answers,
    },
    path: '/dashboard/participant/:participant_id/',
    address: `/dashboard/participant/${person.id}/`,
  })
const rowsOf = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => (row.querySelector('[colspan]') ?? row.querySelector('td:nth-child(2)'))!.textContent)

test('one timeline has visits, sessions, surveys, reports and files, newest first, by month', async () => {
  await showPage(full)
  await screen.findAllByText('audiometria.pdf')
  expect(rowsOf()).toEqual([
    'diciembre de 2999',
    'Voz y articulación Visita',
    'Voz y articulación Visita',
    'marzo de 2026',
    'Voz y articulación Protocolo',
    'Mi voz Encuesta',
    'Voz y articulación ProtocoloVoz más clara',
    'febrero de 2026',
    'Informe 2026-0007, versión 1 InformeVoz y articulación',
    'audiometria.pdf Archivo',
    'Voz y articulación Visita',
  ])
})

test('a filter leaves one kind, and says how many there are', async () => {
  await showPage(full)
  fireEvent.click(await screen.findByRole('button', { name: 'Comentarios 1' }))
  expect(rowsOf()).toEqual(['marzo de 2026', 'Voz y articulación ProtocoloVoz más clara'])
  fireEvent.click(screen.getByRole('button', { name: 'Todo 8' }))
  expect(rowsOf()).toHaveLength(11)
})

test('the header has the overdue and the next visit, which open, and plans another', async () => {
  await showPage(full)
  fireEvent.click(await screen.findByRole('button', { name: 'Visita atrasada: 1 feb 2026, 09:00' }))
  screen.getByText(`Visita ${idOf<Visit['id']>(4)}`)
  fireEvent.click(screen.getByRole('button', { name: 'Próxima visita: 1 dic 2999, 09:00' }))
  screen.getByText(`Visita ${idOf<Visit['id']>(5)}`)
  fireEvent.click(screen.getByRole('button', { name: 'Planificar una visita' }))
  screen.getByText('Visita nueva')
})

test('findings are those of the last finished session', async () => {
  await showPage(full)
  await screen.findByText(`Hallazgos de ${idOf(2)}`)
})

test('without anything the page says what to do', async () => {
  await showPage(empty)
  await screen.findByText(/Grabe un protocolo, complete una encuesta o planifique una visita/)
  screen.getByText('Sin visitas planificadas')
  expect(screen.queryByText(/Hallazgos/)).toBeNull()
  expect(screen.queryByRole('group', { name: 'Mostrar' })).toBeNull()
})

test('a list that fails is named, and the others are shown', async () => {
  await showPage({ ...full, 'GET /files/{participant_id}/': { status: 404, body: { code: 'not_found' } } })
  await screen.findByText(/No se pudo cargar todo: Archivos\./)
  expect(screen.getAllByText('Mi voz').length).toBeGreaterThan(0)
})

const record = 'GET /user/participants/{participant_id}/fhir/'
const openMenu = async () => fireEvent.click(await screen.findByRole('button', { name: 'Más acciones' }))

test('the data are saved as a FHIR bundle under the code, and a failure is told', async () => {
  const saved: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:record', revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { sent } = await showPage({ ...empty, [record]: { body: { resourceType: 'Bundle' } } })
  await openMenu()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Descargar los datos (FHIR)' }))
  await expect.poll(() => saved).toEqual([`${person.code}-fhir.json`])
  expect(sent.filter(({ key }) => key === record)).toHaveLength(1)
  vi.restoreAllMocks()
})

test('without the server the download says so, and can be tried again', async () => {
  await showPage({ ...empty, [record]: 'unreachable' })
  await openMenu()
  const item = await screen.findByRole('menuitem', { name: 'Descargar los datos (FHIR)' })
  fireEvent.click(item)
  await screen.findByRole('alert')
  expect(item.hasAttribute('disabled')).toBe(false)
})

test('a mode that may not download offers no data', async () => {
  const mode = { downloadProtocolRes: false, readProtocolRes: true }
  await showPage(empty, { ...examiner, mode } as CurrentUser)
  await openMenu()
  await screen.findByRole('menuitem', { name: 'Informes' })
  expect(screen.queryByRole('menuitem', { name: 'Descargar los datos (FHIR)' })).toBeNull()
})

test('without a network the history says so calmly, and loads once the server answers', async () => {
  const away: Answers = Object.fromEntries(Object.keys(full).map((key) => [key, 'unreachable']))
  const { answers } = await showPage({ ...away, 'GET /health': 'unreachable' })
  await screen.findByText(/^El historial está en el servidor/, {}, { timeout: 10_000 })
  expect(screen.queryByRole('alert')).toBeNull()
  screen.getByRole('link', { name: 'Grabar protocolo' })
  Object.assign(answers, full, { 'GET /health': { body: { status: 'ok' } } })
  dispatchEvent(new Event('online'))
  await screen.findByRole('table')
})
