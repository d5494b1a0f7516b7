import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepsEntries, type OutboxEntry } from '../api/outbox.ts'
import { argentina, examiner, participantOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { RegistrationButton } from './Registration.tsx'
import { RegistrationCard } from './RegistrationCard.tsx'

const countries = [
  { name: 'Argentina', dial_code: '+54', code: 'AR' },
  { name: 'España', dial_code: '+34', code: 'ES' },
]

type Registered = Answers['POST /user/participants/']
const showForm = (
  answer: Registered = { status: 201, body: participantOf(7) },
  element = <RegistrationCard mayRegister />,
  user = examiner,
) =>
  show(element, {
    user,
    areas: ['participants'],
    answers: {
      'GET /user/participants/': { body: [] },
      'GET /cms/locales/': { body: [argentina] },
      'GET /dashboard/countries/': { body: countries },
      'POST /user/participants/': answer,
    },
  })

const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const register = () => fireEvent.click(screen.getByRole('button', { name: 'Registrar' }))
const posted = (sent: { key: string; body: unknown }[]) =>
  sent.filter(({ key }) => key === 'POST /user/participants/').map(({ body }) => body)

test('an empty registration shows what is missing and sends nothing', async () => {
  const { sent } = await showForm()
  register()
  await screen.findByText('El formulario está vacío. Complete al menos un dato.')
  screen.getByText('Complete este campo.')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Código/))
  expect(posted(sent)).toEqual([])
})

test('an invalid value in a collapsed field expands the form', async () => {
  const { sent } = await showForm()
  fill(/^Código/, 'P-007')
  fireEvent.click(screen.getByRole('button', { name: 'Más datos' }))
  await screen.findByLabelText('Fecha de nacimiento')
  fill('Fecha de nacimiento', '2090-04-03')
  fill('Años de educación', '101')
  fireEvent.click(screen.getByRole('button', { name: 'Menos datos' }))
  register()
  await screen.findByText('La fecha no puede ser posterior a hoy.')
  screen.getByText('Escriba un valor entre 0 y 100.')
  screen.getByRole('button', { name: 'Menos datos' })
  expect(posted(sent)).toEqual([])
})

test('a registration sends every field that was filled in, and clears the form', async () => {
  const { sent } = await showForm()
  fill(/^Código/, 'P-007')
  fireEvent.click(screen.getByRole('button', { name: 'Más datos' }))
  await screen.findByLabelText('Fecha de nacimiento')
  fill('Fecha de nacimiento', '1950-04-03')
  screen.getByText('3 de abril de 1950')
  fill('Años de educación', '12')
  fill('Sexo', 'f')
  fill('Ocupación', 'Docente')
  fill('Diagnóstico', 'Disartria')
  fill('Fecha del diagnóstico', '2025-01-02')
  await screen.findAllByRole('option', { name: /España/ })
  const prefix = screen.getByLabelText<HTMLSelectElement>('Prefijo telefónico')
  expect(prefix.value).toBe('AR')
  fill('País', 'ES')
  expect(prefix.value).toBe('ES')
  fill('Teléfono', '911 234-567')
  register()
  await screen.findByText('El participante P-007 quedó registrado.')
  expect(posted(sent)).toEqual([
    {
      id: expect.any(String),
      code: 'P-007',
      locale: argentina.id,
      birthday: '1950-04-03',
      sex: 'f',
      education_years: 12,
      occupation: 'Docente',
      diagnose: 'Disartria',
      diagnose_date: '2025-01-02',
      country: 'ES',
      phone: '+34911234567',
    },
  ])
  expect(screen.getByLabelText<HTMLInputElement>(/^Código/).value).toBe('')
})

test('a code that is taken is reported at its field, and the typed values stay', async () => {
  await showForm({ status: 400, body: { code: ['already_exists'] } })
  fill(/^Código/, 'P-007')
  register()
  await screen.findByText('Ya existe en su organización. Use otro valor.')
  expect(screen.getByLabelText<HTMLInputElement>(/^Código/).value).toBe('P-007')
})

test('in a narrow window a button opens the form, which closes after the registration', async () => {
  const { sent } = await showForm(undefined, <RegistrationButton mayRegister />)
  expect(screen.queryByLabelText(/^Código/)).toBeNull()
  const open = screen.getByRole('button', { name: 'Registrar participante' })
  fireEvent.click(open)
  fireEvent.change(await screen.findByLabelText(/^Código/), { target: { value: 'P-007' } })
  register()
  // The offer outlives the form.
  await screen.findByText('El participante P-007 quedó registrado.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByText('El participante P-007 quedó registrado.')
  expect(posted(sent)).toHaveLength(1)
})

test('closing the half-filled form asks first', async () => {
  await showForm(undefined, <RegistrationButton mayRegister />)
  fireEvent.click(screen.getByRole('button', { name: 'Registrar participante' }))
  fireEvent.change(await screen.findByLabelText(/^Código/), { target: { value: 'P-007' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Seguir escribiendo' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Código/).value).toBe('P-007')
})

test.each(['none', 'all'] as const)('with the server away and the choice %s', async (offline_participants) => {
  const kept: [string, OutboxEntry][] = []
  keepsEntries(async (...entry) => void kept.push(entry))
  const organization = { ...examiner.user.organization, offline_participants }
  const away = { status: 503, body: { code: 'unavailable' } } as const
  const { sent } = await showForm(away, <RegistrationCard mayRegister />, {
    ...examiner,
    user: { ...examiner.user, organization },
  })
  fill(/^Código/, 'P-007')
  register()
  if (offline_participants === 'none') {
    await screen.findByText(/no está disponible/)
    expect([kept, screen.getByLabelText<HTMLInputElement>(/^Código/).value]).toEqual([[], 'P-007'])
    return
  }
  await screen.findByText(/P-007 quedó en este dispositivo/)
  // The first attempt and the one of the outbox are the same call.
  const [body] = posted(sent) as [{ id: string }]
  expect(kept).toEqual([[body.id, { kind: 'participant', body }]])
  expect(screen.getByLabelText<HTMLInputElement>(/^Código/).value).toBe('')
})
