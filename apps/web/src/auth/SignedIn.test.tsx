import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { startSession } from '../api/session.ts'
import { examiner } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { SignedIn } from './SignedIn.tsx'

beforeEach(() => startSession({ access: 'a', refresh: 'b' }))

const factor = { turned_on_at: null, recovery_codes_left: 0, has_app: false, passkeys: [] }
const needing = (is_due: boolean) => ({
  ...examiner.user,
  second_factor_needed: { from: '2026-12-01', is_due },
})
const app = <p>La aplicación</p>

test('a user who must set up the second factor sees only that', async () => {
  await show(<SignedIn>{app}</SignedIn>, {
    answers: { 'GET /user/user_info/': { body: needing(true) }, 'GET /user/mfa/': { body: factor } },
  })
  await screen.findByRole('button', { name: 'Conectar una aplicación' })
  screen.getByText(/^Demo exige la verificación en dos pasos/)
  screen.getByRole('button', { name: 'Cerrar sesión' })
  expect(screen.queryByText('La aplicación')).toBeNull()
})

test('the set-up stays until the user goes on, also when the factor is already on', async () => {
  const answers = {
    'GET /user/user_info/': { body: needing(true) },
    'GET /user/mfa/': { body: { ...factor, has_app: true, turned_on_at: '2026-12-01T12:00:00.000Z' } },
  }
  await show(<SignedIn>{app}</SignedIn>, { answers })
  const goOn = await screen.findByRole('button', { name: 'Continuar' })
  answers['GET /user/user_info/'].body = { ...examiner.user, second_factor_needed: null } as never
  expect(screen.queryByText('La aplicación')).toBeNull()
  fireEvent.click(goOn)
  await waitFor(() => screen.getByText('La aplicación'))
})

test('without a connection, says what to do, and continues once the server answers', async () => {
  const answers: Answers = { 'GET /user/user_info/': 'unreachable' }
  await show(<SignedIn>{app}</SignedIn>, { answers })
  await screen.findByRole('heading', { name: 'No hay conexión con el servidor' }, { timeout: 20_000 })
  screen.getByRole('button', { name: 'Cerrar sesión' })
  answers['GET /user/user_info/'] = { body: examiner.user }
  dispatchEvent(new Event('online'))
  await screen.findByText('La aplicación')
})

test('before the day, the user works as usual', async () => {
  await show(<SignedIn>{app}</SignedIn>, { answers: { 'GET /user/user_info/': { body: needing(false) } } })
  await screen.findByText('La aplicación')
})
