import type { ScimRule, ScimToken, ScimTokenId } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { DirectoryCard } from './directory/DirectoryCard.tsx'

const roles = { ...examiner.user.roles, is_manager: true }
const manager = { ...examiner, user: { ...examiner.user, roles } }
const owner = { ...examiner, user: { ...examiner.user, roles: { ...roles, is_owner: true } } }
const token: ScimToken = {
  id: idOf<ScimTokenId>(1),
  name: 'Entra ID',
  created_at: '2026-11-20T08:38:00.000Z',
  last_used_at: null,
}
const showCard = (user: typeof manager, tokens: ScimToken[], rules: ScimRule[]) =>
  show(<DirectoryCard />, {
    user,
    areas: ['webhooks'],
    answers: {
      'GET /organizations/scim/': { body: { address: 'https://clinic.example/scim/v2', groups: ['Voz'] } },
      'GET /organizations/scim/tokens/': { body: tokens },
      'POST /organizations/scim/tokens/': { status: 201, body: { ...token, token: 'scim_abc' } },
      'DELETE /organizations/scim/tokens/{scim_token_id}/': { status: 204, body: null },
      'GET /organizations/scim/rules/': { body: rules },
      'PATCH /organizations/scim/rules/': { body: [{ group: 'Voz', role: 'examiner', tags: [] }] },
    },
  })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('without a key the page says what to do; a new key is shown once', async () => {
  await showCard(owner, [], [])
  await screen.findByText(/Ningún directorio está conectado/)
  screen.getByDisplayValue('https://clinic.example/scim/v2')
  fireEvent.click(button('Crear clave'))
  fireEvent.change(await screen.findByLabelText(/^Nombre de la clave/), { target: { value: 'Entra ID' } })
  fireEvent.click(button('Crear'))
  await screen.findByDisplayValue('scim_abc')
  fireEvent.click(button('Ya lo copié'))
  await waitFor(() => expect(screen.queryByDisplayValue('scim_abc')).toBeNull())
})

test('revoking a key asks first', async () => {
  const { sent } = await showCard(manager, [token], [])
  fireEvent.click(await screen.findByRole('button', { name: 'Revocar Entra ID' }))
  await screen.findByText(/deja de crear y desactivar cuentas/)
  expect(sent.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  fireEvent.click(button('Revocar'))
  await screen.findByText('La clave está revocada.')
})

test('a rule is added and all rules are saved together', async () => {
  const { sent } = await showCard(manager, [token], [])
  await screen.findByText(/No hay reglas/)
  expect(button('Guardar').disabled).toBe(true)
  fireEvent.click(button('Añadir regla'))
  fireEvent.change(screen.getByRole('combobox', { name: /^Grupo del directorio/ }), { target: { value: 'Voz' } })
  fireEvent.change(screen.getByLabelText('Rol'), { target: { value: 'examiner' } })
  fireEvent.click(button('Guardar'))
  await screen.findByText('Las reglas están guardadas.')
  const body = [{ group: 'Voz', role: 'examiner', tags: [] }]
  expect(sent).toContainEqual({ key: 'PATCH /organizations/scim/rules/', body })
  expect(button('Guardar').disabled).toBe(true)
})

test('only the owner may choose the role of a manager', async () => {
  await showCard(manager, [token], [{ group: 'Dirección', role: 'manager', tags: [] }])
  expect(((await screen.findByLabelText('Rol')) as HTMLSelectElement).disabled).toBe(true)
  fireEvent.click(button('Añadir regla'))
  expect(screen.getAllByRole('option', { name: 'Administrador' })).toHaveLength(1)
})

test('the owner chooses every role', async () => {
  await showCard(owner, [token], [{ group: 'Dirección', role: 'manager', tags: [] }])
  expect(((await screen.findByLabelText('Rol')) as HTMLSelectElement).disabled).toBe(false)
})

test('a manager who is not the owner makes no key, and reads why', async () => {
  await showCard(manager, [token], [])
  await screen.findByText(/^Las claves las crea la persona propietaria/)
  expect(screen.queryByRole('button', { name: 'Crear clave' })).toBeNull()
  await screen.findByRole('button', { name: 'Revocar Entra ID' })
})
