import type { MailDelivery, User } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { queryFor } from '../api/query.ts'
import { elena, examiner } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { InvitationField } from './invitations/InvitationField.tsx'
import { MailTestCard } from './settings/MailTestCard.tsx'
import { mailTestAddress } from './settings/mail-test-address.ts'
import { UsersTable } from './UsersTable.tsx'

const roles = {
  manager_id: null,
  examiner_id: null,
  is_manager: false,
  is_examiner: false,
  is_owner: false,
}
const mail: MailDelivery = {
  state: 'sent',
  reason: null,
  detail: null,
  changed_at: '2026-11-20T10:00:00.000Z',
}
const invited: User = {
  ...elena,
  roles,
  state: 'invited',
  invited_at: '2026-11-20T09:59:00.000Z',
  invitation_mail: mail,
}
const link = 'https://clinic.example/set_password/abc/true'

const showField = (user: User) =>
  show(<InvitationField user={user} />, {
    user: examiner,
    areas: ['organization', 'rooms'],
    answers: {
      'POST /organizations/user/{user_id}/invitation/': { status: 409, body: { code: 'invitation_over' } },
      'POST /organizations/user/{user_id}/invitation/link/': {
        body: { link, expires_at: '2026-11-27T10:00:00.000Z' },
      },
    },
  })

test('a manager gets a fresh link, with a warning about who may have it', async () => {
  await showField(invited)
  fireEvent.click(screen.getByRole('button', { name: 'Obtener un enlace' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Enlace para definir la contraseña')
  expect(field.value).toBe(link)
  screen.getByText(/Quien lo tenga puede ingresar como esta persona/)
})

test('a failed mail shows its reason and the mail server’s answer', async () => {
  await showField({ ...invited, invitation_mail: { ...mail, state: 'failed', reason: 'refused', detail: '550 no' } })
  screen.getByText(/El correo no se envió .*rechazó el correo o la dirección\. Respuesta del servidor:/)
  screen.getByText('550 no')
})

test('a mail that waits is followed until it was sent', async () => {
  function Page() {
    const { data } = useQuery({ ...queryFor('GET /organizations/user/'), enabled: false })
    return <InvitationField user={data?.[0] ?? { ...invited, invitation_mail: { ...mail, state: 'queued' } }} />
  }
  await show(<Page />, {
    user: examiner,
    areas: ['organization', 'rooms'],
    answers: { 'GET /organizations/user/': { body: [invited] } },
  })
  screen.getByText('El correo espera su envío.')
  await screen.findByText(/El servidor de correo aceptó el correo/)
})

test('a person who has set a password meanwhile is reported', async () => {
  await showField(invited)
  fireEvent.click(screen.getByRole('button', { name: 'Enviar de nuevo' }))
  await screen.findByText('Esta persona ya definió su contraseña, o su cuenta está inactiva.')
})

test('a manager who is not the owner cannot get the link of another manager', async () => {
  await showField({ ...invited, roles: { ...roles, is_manager: true } })
  screen.getByRole('button', { name: 'Enviar de nuevo' })
  expect(screen.queryByRole('button', { name: 'Obtener un enlace' })).toBeNull()
})

test('an active user has no invitation to send', async () => {
  await showField({ ...invited, state: 'active' })
  expect(screen.queryByRole('group')).toBeNull()
})

test('the list shows each account’s state, its last sign-in and a mail that was not sent', async () => {
  const rows: User[] = [
    invited,
    { ...invited, first_name: 'Ana', invitation_mail: { ...mail, state: 'written' } },
    { ...invited, first_name: 'Eva', state: 'active', last_sign_in: '2026-11-21T10:00:00.000Z' },
    { ...invited, first_name: 'Luz', state: 'deactivated' },
  ]
  const users = rows.map((user, index) => ({ ...user, id: `${elena.id.slice(0, -1)}${index}` as User['id'] }))
  await show(<UsersTable users={users} onEdit={() => {}} />, {
    user: examiner,
    areas: ['organization', 'rooms'],
    answers: {},
  })
  const states = screen.getAllByRole('row').map((row) => row.querySelectorAll('td')[2]?.textContent)
  expect(states.slice(1)).toEqual([
    'Invitada',
    'InvitadaEl correo no se envió',
    expect.stringMatching(/^ActivaÚltimo ingreso: 21 nov 2026/),
    'DesactivadaNunca ingresó',
  ])
})

test('a test mail without a mail server is not reported as sent', async () => {
  await show(<MailTestCard />, {
    user: examiner,
    areas: ['rooms'],
    answers: {
      'GET /organizations/mail_test/': { body: null },
      'POST /organizations/mail_test/': { status: 201, body: { ...mail, state: 'written' } },
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Enviar un correo de prueba' }))
  await screen.findByText(/No hay un servidor de correo configurado: .* y no se envió/)
})

test('the address of the test mail leads to its button', async () => {
  await show(<MailTestCard />, {
    user: examiner,
    areas: ['rooms'],
    address: mailTestAddress,
    answers: { 'GET /organizations/mail_test/': { body: null } },
  })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Enviar un correo de prueba' }))
})

test('its button waits for its card, but takes no focus from somebody who began elsewhere', async () => {
  function Page() {
    const [isReady, setReady] = useState(false)
    return (
      <>
        <fieldset disabled={!isReady}>
          <MailTestCard />
        </fieldset>
        <button type="button" onClick={() => setReady(true)}>
          ready
        </button>
      </>
    )
  }
  const open = () =>
    show(<Page />, {
      user: examiner,
      areas: ['rooms'],
      address: mailTestAddress,
      answers: { 'GET /organizations/mail_test/': { body: null } },
    })
  const button = () => screen.getByRole('button', { name: 'Enviar un correo de prueba' })
  await open()
  fireEvent.click(screen.getByText('ready'))
  await waitFor(() => expect(document.activeElement).toBe(button()))

  cleanup()
  await open()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  fireEvent.click(screen.getByText('ready'))
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).not.toBe(button())
})
