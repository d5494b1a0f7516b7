import type { SignedInBrowser, SignInId } from '@fonema/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, examiner, idOf } from '../../testing/people.ts'
import { type Answers, show } from '../../testing/show.tsx'
import { AccountPage } from './AccountPage.tsx'

const browser = (number: number, user_agent: string | null, is_current = false): SignedInBrowser => ({
  id: idOf<SignInId>(100 + number),
  user_agent,
  created_at: '2026-11-22T12:00:00.000Z',
  last_active_at: '2026-11-22T12:30:00.000Z',
  is_current,
})

const showPage = (answers: Answers = {}) =>
  show(<AccountPage Takeouts={() => <p>Exportaciones</p>} />, {
    user: examiner,
    areas: ['account', 'login'],
    answers: {
      'GET /cms/locales/': { body: [argentina] },
      'GET /user/reminders/': { body: { visits_today: false, visits_overdue: false } },
      'GET /user/calendar_feed/': { body: { created_at: null } },
      'GET /user/sign_ins/': {
        body: [browser(1, 'Firefox/141.0 Windows'), browser(2, 'Chrome/140 Linux', true), browser(3, null)],
      },
      ...answers,
    },
  })
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('the name can be corrected, and a refusal stands at its field', async () => {
  const { sent } = await showPage({
    'PATCH /user/user_info/': { status: 400, body: { last_name: ['too_long'] } },
  })
  await screen.findByRole('heading', { name: 'Mi cuenta' })
  expect(button('Guardar').disabled).toBe(true)
  fill('Nombre', 'Elena María')
  fireEvent.click(button('Guardar'))
  await waitFor(() => expect(screen.getByLabelText('Apellido').getAttribute('aria-invalid')).toBe('true'))
  expect(sent.at(-1)).toEqual({
    key: 'PATCH /user/user_info/',
    body: { first_name: 'Elena María', last_name: 'Evaluadora', locale: argentina.id, time_zone: null },
  })
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Elena María')
})

test('a new password is sent with the present one, and a wrong present one stands at its field', async () => {
  const { sent } = await showPage({ 'POST /user/password/': { status: 400, body: { password: ['invalid'] } } })
  fireEvent.click((await screen.findAllByText('Cambiar la contraseña'))[0]!)
  fill('Contraseña actual', 'Vieja-clave-1!')
  fill('Contraseña nueva', 'Molino-verde-82!')
  fill('Repita la contraseña', 'Molino-verde-8')
  const submit = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Cambiar la contraseña' }).at(-1)!
  expect(submit.disabled).toBe(true)
  fill('Repita la contraseña', 'Molino-verde-82!')
  fireEvent.click(submit)
  await screen.findByText('No es su contraseña actual.')
  expect(sent.at(-1)).toEqual({
    key: 'POST /user/password/',
    body: { password: 'Vieja-clave-1!', new_password: 'Molino-verde-82!' },
  })
})

test('the present browser comes first, and the others can be signed out', async () => {
  const { sent } = await showPage({ 'DELETE /user/sign_ins/{sign_in_id}/': { status: 204, body: null } })
  const list = (await screen.findByText('Chrome, Linux')).closest('ul')!
  const rows = within(list).getAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('span')!.firstChild!.textContent)).toEqual([
    'Chrome, Linux',
    'Firefox, Windows',
    'Navegador desconocido',
  ])
  within(rows[0]!).getByText('Este navegador')
  expect(within(rows[0]!).queryByRole('button')).toBeNull()
  fireEvent.click(within(rows[1]!).getByRole('button', { name: /^Cerrar sesión en Firefox, Windows/ }))
  await screen.findByText('Se cerró la sesión en 1 navegador.')
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sesión en los demás' }))
  await screen.findByText('Se cerró la sesión en 2 navegadores.')
  expect(sent.filter(({ key }) => key.startsWith('DELETE'))).toHaveLength(3)
})

test('an examiner exports their data from here', async () => {
  await showPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Exportar datos' }))
  await screen.findByText('Exportaciones')
})

test('one’s own time zone is chosen, and the organisation’s is the first choice', async () => {
  const { sent } = await showPage({ 'PATCH /user/user_info/': { body: examiner.user } })
  const zones = await screen.findByLabelText<HTMLSelectElement>('Zona horaria')
  expect(zones.options[0]!.textContent).toBe('La de la organización: America/Argentina/Buenos_Aires')
  expect(zones.value).toBe('')
  fill('Zona horaria', 'Europe/Madrid')
  fireEvent.click(button('Guardar'))
  await waitFor(() => expect(sent.at(-1)!.body).toMatchObject({ time_zone: 'Europe/Madrid' }))
})

const address = 'https://clinic.example/api/calendar_feed/x/visits.ics'
const made = { created_at: '2026-11-25T12:00:00.000Z' }

test('the address of the calendar is shown once, when it is made', async () => {
  const { sent } = await showPage({ 'POST /user/calendar_feed/': { status: 201, body: { ...made, address } } })
  fireEvent.click(await screen.findByRole('button', { name: 'Crear la dirección' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Dirección del calendario')).value).toBe(address)
  expect(sent.at(-1)!.key).toBe('POST /user/calendar_feed/')
})

test('an address that works can be renewed or removed, each after a question', async () => {
  const { sent } = await showPage({
    'GET /user/calendar_feed/': { body: made },
    'POST /user/calendar_feed/': { status: 201, body: { ...made, address } },
    'DELETE /user/calendar_feed/': { status: 204, body: null },
  })
  await screen.findByText(/^La dirección funciona desde/)
  expect(screen.queryByLabelText('Dirección del calendario')).toBeNull()
  fireEvent.click(button('Renovar'))
  const renewal = await screen.findByRole('dialog', { name: '¿Renovar la dirección?' })
  fireEvent.click(within(renewal).getByRole('button', { name: 'Renovar' }))
  await screen.findByLabelText('Dirección del calendario')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(button('Quitar'))
  const removal = await screen.findByRole('dialog', { name: '¿Quitar la dirección?' })
  fireEvent.click(within(removal).getByRole('button', { name: 'Quitar' }))
  await screen.findByText('Todavía no tiene una dirección.')
  expect(screen.queryByLabelText('Dirección del calendario')).toBeNull()
  expect(sent.filter(({ key }) => key.includes('calendar_feed')).map(({ key }) => key.split(' ')[0])).toEqual([
    ...['GET', 'POST', 'DELETE'],
  ])
})

test('a switch of the notifications takes effect at once, and returns when it is refused', async () => {
  const answer = { status: 200, body: { visits_today: true, visits_overdue: false } }
  const { sent } = await showPage({ 'PATCH /user/reminders/': answer })
  const toggle = () => screen.getByLabelText<HTMLInputElement>(/^Visitas del día/)
  await screen.findByLabelText(/^Visitas atrasadas/)
  fireEvent.click(toggle())
  await waitFor(() => expect([toggle().checked, toggle().disabled]).toEqual([true, false]))
  expect(sent.at(-1)).toEqual({ key: 'PATCH /user/reminders/', body: { visits_today: true } })
  answer.status = 500
  fireEvent.click(toggle())
  await waitFor(() => expect(toggle().disabled).toBe(false))
  expect(toggle().checked).toBe(true)
})
