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
    body: { first_name: 'Elena María', last_name: 'Evaluadora', locale: argentina.id },
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
