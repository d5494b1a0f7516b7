import type { LinkRequest, Provider, ProviderId, ProviderLinkId, SignInPolicy, User, UserId } from '@fonema/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { LinkRequestsCard } from './sign-in/LinkRequestsCard.tsx'
import { PasswordsCard } from './sign-in/PasswordsCard.tsx'
import { ProvidersCard } from './sign-in/ProvidersCard.tsx'

const roles = { ...examiner.user.roles, is_manager: true }
const manager = { ...examiner, user: { ...examiner.user, roles } }
const owner = { ...examiner, user: { ...examiner.user, roles: { ...roles, is_owner: true } } }

const provider: Provider = {
  id: idOf<ProviderId>(1),
  name: 'Hospital',
  issuer: 'https://id.hospital.example',
  client_id: 'fonema',
  domains: ['hospital.example'],
  is_on: true,
  scope: 'openid email profile',
  trusts_email: false,
  trusts_factor: false,
  factor_acr: null,
  rules: [{ claim: 'groups', value: 'speech', roles: ['examiner'], tags: [], packages: [] }],
  redirect_uri: 'https://clinic.example/sign_in/provider/1/',
  logout_uri: 'https://clinic.example/api/provider_logout/1',
  accounts: 2,
}
const one = '/organizations/providers/{provider_id}/' as const

const showProviders = (providers: Provider[], user = owner, more: Answers = {}) =>
  show(<ProvidersCard />, {
    user,
    areas: ['sign_in'],
    answers: {
      'GET /organizations/providers/': { body: providers },
      ...more,
    },
  })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

test('without a provider the page says what one is for, and only the owner can add it', async () => {
  await showProviders([], manager)
  await screen.findByText(/La persona propietaria puede añadir/)
  expect(screen.queryByRole('button', { name: 'Añadir un proveedor' })).toBeNull()
})

test('a provider shows the addresses to register, and warns that nobody enters without rules', async () => {
  await showProviders([{ ...provider, rules: [] }])
  await screen.findByText(/Sin reglas nadie recibe un rol/)
  expect(screen.getByDisplayValue(provider.redirect_uri)).toBeDefined()
  expect(screen.getByDisplayValue(provider.logout_uri)).toBeDefined()
})

test('the errors of the server stand beside their fields, and what was typed stays', async () => {
  const { sent } = await showProviders([], owner, {
    'POST /organizations/providers/': { status: 400, body: { issuer: ['invalid'], domains: ['required'] } },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Añadir un proveedor' }))
  const form = within(await screen.findByRole('dialog'))
  fireEvent.change(form.getByLabelText(/^Nombre/), { target: { value: 'Hospital' } })
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(form.getAllByText(/no es válid|Complete este campo/i).length).toBeGreaterThanOrEqual(2))
  expect(form.getByLabelText<HTMLInputElement>(/^Nombre/).value).toBe('Hospital')
  expect(sent.map(({ key }) => key)).toContain('POST /organizations/providers/')
})

test('the secret is sent only when it was typed anew', async () => {
  const { sent } = await showProviders([provider], owner, { [`PATCH ${one}`]: { body: provider } })
  fireEvent.click(await screen.findByRole('button', { name: 'Editar Hospital' }))
  const form = within(await screen.findByRole('dialog'))
  fireEvent.click(form.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent.some(({ key }) => key === `PATCH ${one}`)).toBe(true))
  expect(sent.find(({ key }) => key === `PATCH ${one}`)!.body).not.toHaveProperty('client_secret')
})

test('a provider is removed after a question whose safe answer has the focus', async () => {
  const { sent } = await showProviders([provider], owner, { [`DELETE ${one}`]: { status: 204, body: null } })
  fireEvent.click(await screen.findByRole('button', { name: 'Editar Hospital' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar el proveedor' }))
  const question = within(await screen.findByRole('dialog', { name: 'Eliminar el proveedor' }))
  question.getByText(/Se cierran las sesiones que abrió/)
  expect(sent.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  fireEvent.click(question.getByRole('button', { name: 'Eliminar el proveedor' }))
  await screen.findByText('El proveedor se eliminó.')
  expect(sent.some(({ key }) => key === `DELETE ${one}`)).toBe(true)
})

const works = { problem: null, detail: null, can_log_out: true, can_log_out_from_there: true }

test.each([
  [works, /El proveedor responde/],
  [{ ...works, can_log_out_from_there: false }, /No avisa cuando alguien cierra la sesión allí/],
  [{ ...works, problem: 'unreachable', detail: 'ECONNREFUSED' }, /ECONNREFUSED/],
])('the test of a provider says what it found: %o', async (body, text) => {
  await showProviders([provider], owner, { [`POST ${one}test/`]: { body } })
  fireEvent.click(await screen.findByRole('button', { name: 'Probar la conexión con Hospital' }))
  await screen.findByText(text)
})

const owned: User = {
  ...({} as User),
  id: examiner.user.id,
  first_name: 'Elena',
  last_name: 'Evaluadora',
  email: 'examiner@demo.example',
  roles: owner.user.roles,
  is_active: true,
  state: 'active',
}
const policy: SignInPolicy = { passwords_off_at: null, break_glass_user_id: null, break_glass_uses: [], unconnected: 3 }
const showPasswords = (body: SignInPolicy, user = owner, more: Answers = {}) =>
  show(<PasswordsCard />, {
    user,
    areas: ['sign_in'],
    answers: {
      'GET /organizations/sign_in_policy/': { body },
      'GET /organizations/user/': { body: [owned] },
      'GET /organizations/providers/': { body: [provider] },
      'PATCH /organizations/sign_in_policy/': { body },
      ...more,
    },
  })

test('passwords are turned off after a question that names who keeps theirs', async () => {
  const { sent } = await showPasswords(policy)
  await screen.findByText(/3 cuentas activas todavía no están conectadas/)
  fireEvent.click(button('Desactivar las contraseñas'))
  const question = within(await screen.findByRole('dialog'))
  question.getByText(/solo la cuenta de Elena Evaluadora podrá ingresar con contraseña/)
  expect(sent.some(({ key }) => key.startsWith('PATCH'))).toBe(false)
  fireEvent.click(question.getByRole('button', { name: 'Desactivar las contraseñas' }))
  await waitFor(() => expect(sent.some(({ key }) => key.startsWith('PATCH'))).toBe(true))
  expect(sent.find(({ key }) => key.startsWith('PATCH'))!.body).toEqual({ break_glass_user_id: owned.id })
})

test.each([[[]], [[{ ...provider, is_on: false }]], [[{ ...provider, domains: [] }]]])(
  'without a provider that people can use, passwords cannot be turned off, and the card says why: %#',
  async (providers) => {
    await showPasswords(policy, owner, { 'GET /organizations/providers/': { body: providers } })
    await screen.findByText(/^Para desactivarlas, añada primero un proveedor/)
    expect(screen.queryByRole('button')).toBeNull()
  },
)

test('a provider that another person turned off meanwhile keeps passwords on', async () => {
  const refusal = { status: 409, body: { code: 'conflict' } }
  await showPasswords(policy, owner, { 'PATCH /organizations/sign_in_policy/': refusal })
  fireEvent.click(await screen.findByRole('button', { name: 'Desactivar las contraseñas' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desactivar las contraseñas' }))
  await screen.findByText(/^Para desactivarlas, añada primero un proveedor/)
})

test('a manager sees when the break-glass account was used, and decides nothing', async () => {
  const off = { passwords_off_at: '2026-11-20T08:38:00.000Z', break_glass_user_id: owned.id }
  await showPasswords({ ...policy, ...off, break_glass_uses: ['2026-11-22T08:38:00.000Z'] }, manager)
  await screen.findByText('La cuenta de emergencia se usó')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the owner approves or refuses that a person at the provider takes an account', async () => {
  const request: LinkRequest = {
    ...({} as LinkRequest),
    id: idOf<ProviderLinkId>(7),
    user_id: owned.id as UserId,
    created_at: '2026-11-22T08:38:00.000Z',
  }
  const link = '/organizations/provider_links/{link_id}/' as const
  const { sent } = await show(<LinkRequestsCard />, {
    user: owner,
    areas: ['sign_in'],
    answers: {
      'GET /organizations/provider_links/': { body: [request] },
      'GET /organizations/user/': { body: [owned] },
      [`POST ${link}approve/`]: { body: request },
      [`DELETE ${link}`]: { status: 204, body: null },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Rechazar: Elena Evaluadora/ }))
  await waitFor(() => expect(sent.some(({ key }) => key === `DELETE ${link}`)).toBe(true))
  fireEvent.click(button(/^Aprobar: Elena Evaluadora/))
  await waitFor(() => expect(sent.some(({ key }) => key === `POST ${link}approve/`)).toBe(true))
})
