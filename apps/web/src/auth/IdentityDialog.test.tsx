import type { OwnProof } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Returned } from '../api/provider.ts'
import { idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { IdentityDialog } from './second-factor/IdentityDialog.tsx'

const hospital = { id: idOf(1), name: 'Hospital' }

async function showDialog(
  own: { provider: typeof hospital | null; has_password: boolean },
  returned: Returned | null = null,
) {
  const proofs: OwnProof[] = []
  await show(
    <IdentityDialog
      id="app"
      title="Conectar"
      submit="Continuar"
      returned={returned}
      onClose={() => {}}
      action={async (proof) => void proofs.push(proof)}
    />,
    {
      areas: ['second_factor'],
      answers: {
        'GET /user/provider/': { body: own },
        'POST /user/provider/confirm/': { status: 503, body: { code: 'provider_unreachable' } },
      },
    },
  )
  return proofs
}

test('a person with a password types it', async () => {
  const proofs = await showDialog({ provider: null, has_password: true })
  fireEvent.change(await screen.findByLabelText('Contraseña'), { target: { value: 'mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await waitFor(() => expect(proofs).toEqual([{ password: 'mine' }]))
})

test('a person of the house confirms there; while it is away, the dialog says so and nothing happens', async () => {
  const proofs = await showDialog({ provider: hospital, has_password: false })
  await screen.findByText(/Hospital le pide que ingrese de nuevo/)
  expect(screen.queryByLabelText('Contraseña')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar con Hospital' }))
  await screen.findByText(/El proveedor de identidad no responde/)
  expect(proofs).toEqual([])
})

test('the proof that came back is for the dialog that asked for it, and no other', async () => {
  const proofs = await showDialog({ provider: hospital, has_password: false }, { proof: 'p', dialog: 'app' })
  await screen.findByText(/Hospital confirmó quién es usted/)
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await waitFor(() => expect(proofs).toEqual([{ provider: 'p' }]))
})

test('a proof for another dialog is not used', async () => {
  await showDialog({ provider: hospital, has_password: false }, { proof: 'p', dialog: 'recovery' })
  await screen.findByRole('button', { name: 'Confirmar con Hospital' })
})

test('with both, the person chooses', async () => {
  const proofs = await showDialog({ provider: hospital, has_password: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Usar la contraseña' }))
  fireEvent.change(await screen.findByLabelText('Contraseña'), { target: { value: 'mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  await waitFor(() => expect(proofs).toEqual([{ password: 'mine' }]))
})
