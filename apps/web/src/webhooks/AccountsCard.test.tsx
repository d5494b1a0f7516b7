import type { ServiceAccount, ServiceAccountId, ServiceAccountKeyId } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { AccountsCard } from './accounts/AccountsCard.tsx'

const roles = { ...examiner.user.roles, is_manager: true }
const manager = { ...examiner, user: { ...examiner.user, roles } }
const owner = { ...examiner, user: { ...examiner.user, roles: { ...roles, is_owner: true } } }

const keyOf = (number: number, ending: string, days: number): ServiceAccount['keys'][number] => ({
  id: idOf<ServiceAccountKeyId>(number),
  ending,
  created_at: '2026-11-20T08:38:00.000Z',
  expires_at: new Date(Date.now() + days * 24 * 3600 * 1000).toISOString(),
  last_used_at: null,
})
const account: ServiceAccount = {
  id: idOf<ServiceAccountId>(1),
  name: 'HIS',
  scopes: ['participants:read', 'results:read'],
  examiner_id: null,
  networks: ['10.0.0.0/8'],
  created_at: '2026-11-20T08:38:00.000Z',
  keys: [keyOf(2, 'abcd', 200)],
}
const one = '/organizations/service_accounts/{service_account_id}/' as const

const showCard = (user: typeof manager, accounts: ServiceAccount[]) =>
  show(<AccountsCard />, {
    user,
    areas: ['webhooks'],
    answers: {
      'GET /organizations/service_accounts/': { body: accounts },
      'GET /organizations/examiners/': { body: [] },
      'GET /organizations/user/': { body: [] },
      'POST /organizations/service_accounts/': {
        status: 201,
        body: { ...account, key: 'fnm_new', key_id: idOf<ServiceAccountKeyId>(3) },
      },
      [`PATCH ${one}`]: { body: account },
      [`POST ${one}keys/`]: {
        status: 201,
        body: { ...account, key: 'fnm_other', key_id: idOf<ServiceAccountKeyId>(4) },
      },
      [`DELETE ${one}keys/{service_account_key_id}/`]: { body: account },
      [`DELETE ${one}`]: { status: 204, body: null },
    },
  })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('a manager, who creates no account, is not asked to', async () => {
  await showCard(manager, [])
  expect((await screen.findByText(/^Ningún programa tiene acceso/)).textContent).toBe('Ningún programa tiene acceso.')
})

test('without an account the page says what to do; a new key is shown once', async () => {
  const { sent } = await showCard(owner, [])
  await screen.findByText(/Ningún programa tiene acceso. Cree una cuenta/)
  fireEvent.click(button('Crear cuenta de servicio'))
  fireEvent.change(await screen.findByLabelText(/^Nombre del programa/), { target: { value: 'HIS' } })
  fireEvent.click(screen.getByLabelText('Leer participantes'))
  fireEvent.change(screen.getByLabelText(/^Redes/), { target: { value: '10.0.0.0/8\n192.0.2.1' } })
  fireEvent.click(button('Crear'))
  await screen.findByDisplayValue('fnm_new')
  const body = { name: 'HIS', scopes: ['participants:read'], examiner_id: null, networks: ['10.0.0.0/8', '192.0.2.1'] }
  expect(sent).toContainEqual({ key: 'POST /organizations/service_accounts/', body: { ...body, days: 365 } })
  fireEvent.click(button('Ya lo copié'))
  await waitFor(() => expect(screen.queryByDisplayValue('fnm_new')).toBeNull())
})

test('another key is made while the first one works; with two, the page says what to do', async () => {
  await showCard(owner, [account])
  fireEvent.click(await screen.findByRole('button', { name: 'Claves de HIS' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Crear otra clave' }))
  await screen.findByDisplayValue('fnm_other')
})

test('two valid keys leave no room for a third', async () => {
  await showCard(owner, [{ ...account, keys: [keyOf(2, 'abcd', 200), keyOf(3, 'wxyz', 200)] }])
  fireEvent.click(await screen.findByRole('button', { name: 'Claves de HIS' }))
  await screen.findByText(/Ya hay dos claves válidas/)
  expect(screen.queryByRole('button', { name: 'Crear otra clave' })).toBeNull()
})

test('a key that ends within thirty days is marked, and so is an account without a key', async () => {
  await showCard(owner, [
    { ...account, keys: [keyOf(2, 'abcd', 29)] },
    { ...account, id: idOf<ServiceAccountId>(9), name: 'BI', keys: [] },
  ])
  const [soon] = await screen.findAllByText(/vale hasta/)
  expect(soon!.closest('.mantine-Badge-root')).not.toBeNull()
  expect(screen.getAllByText(/Sin clave válida/).length).toBeGreaterThan(0)
})

test('a manager creates nothing, reads why, and may revoke a key or end the account', async () => {
  const { sent } = await showCard(manager, [account])
  await screen.findByText(/las crea la persona propietaria/)
  expect(screen.queryByRole('button', { name: 'Crear cuenta de servicio' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Claves de HIS' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Revocar …abcd' }))
  await screen.findByText(/pierde acceso|deja de tener acceso/)
  expect(sent.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  fireEvent.click(button('Revocar'))
  await screen.findByText('La clave está revocada.')
  fireEvent.click(button('Dar de baja la cuenta'))
  await screen.findByText(/no se puede recuperar/)
  fireEvent.click(screen.getAllByRole('button', { name: 'Dar de baja la cuenta' }).at(-1)!)
  await screen.findByText('La cuenta se dio de baja.')
})
