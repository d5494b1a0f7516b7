import type { Visit } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, examiner, idOf, participantOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { PlanDialog } from './PlanDialog.tsx'

const person = participantOf(1)
const visit = {
  id: idOf(50),
  participant: { id: person.id, code: person.code, first_name: null, last_name: null },
  protocol: null,
  survey: null,
  planned_at: '2999-11-25T12:00:00.000Z',
  date: '2999-11-25',
  time: '09:00',
  tolerance_days: 0,
  duration_min: null,
  note: null,
  state: 'planned',
  series: { id: idOf(51), position: 2, count: 4 },
  fulfilled_by: null,
} as Visit

const showDialog = (given: Partial<Parameters<typeof PlanDialog>[0]>, refusal?: object) =>
  show(<PlanDialog onClose={() => {}} {...given} />, {
    user: examiner,
    areas: ['visits', 'participants', 'agenda'],
    answers: {
      'GET /protocols/examiner/': { body: [] },
      'GET /surveys/examiner/': { body: [] },
      'GET /user/participants/': { body: [person] },
      'GET /cms/locales/': { body: [argentina] },
      'POST /visits/{participant_id}/': refusal ? { status: 400, body: refusal } : { status: 201, body: visit },
      'PATCH /visits/{participant_id}/{visit_id}/': { body: visit },
    },
  })
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a missing day is reported at its field, which gets the focus, and nothing is sent', async () => {
  const { sent } = await showDialog({ participantId: person.id })
  await screen.findByLabelText('Fecha')
  press('Planificar')
  await screen.findByText('Complete este campo.')
  expect(document.activeElement).toBe(screen.getByLabelText('Fecha'))
  expect(sent.filter(({ key }) => key.startsWith('POST'))).toEqual([])
})

test('a series is sent with its first day, its margin and its repetition', async () => {
  const { sent } = await showDialog({ participantId: person.id, date: '2999-11-25' })
  await screen.findByLabelText('Fecha')
  fill('Hora', '10:30')
  fill('Margen (± días)', '14')
  fireEvent.click(screen.getByLabelText('Repetir la visita'))
  fill('Número de visitas', '3')
  press('Planificar')
  await screen.findByText('Se planificaron 4 visitas de P-001.')
  expect(sent.find(({ key }) => key.startsWith('POST'))!.body).toEqual({
    date: '2999-11-25',
    time: '10:30',
    protocol_id: null,
    survey_id: null,
    duration_min: null,
    tolerance_days: 14,
    note: '',
    repeat: { every: 6, unit: 'month', times: 3 },
  })
})

test('a change sends only what was changed, for the visits that were chosen', async () => {
  const { sent } = await showDialog({ visit })
  await screen.findByLabelText('Fecha')
  fill('Nota', 'Traer gafas')
  fireEvent.click(screen.getByLabelText('Esta y las siguientes'))
  press('Guardar')
  const changes = () => sent.filter(({ key }) => key.startsWith('PATCH')).map(({ body }) => body)
  await waitFor(() => expect(changes()).toEqual([{ note: 'Traer gafas', scope: 'following' }]))
})

test('a refusal stands at its field, and what was typed stays', async () => {
  await showDialog({ participantId: person.id, date: '2999-11-25' }, { duration_min: ['out_of_range'] })
  await screen.findByLabelText('Fecha')
  fill('Duración (minutos)', '9999')
  press('Planificar')
  await waitFor(() => expect(screen.getByLabelText('Duración (minutos)').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText<HTMLInputElement>('Duración (minutos)').value).toBe('9999')
})
