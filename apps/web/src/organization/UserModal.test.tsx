import type { ExaminerRecord, Organization, UserId } from '@fonema/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, elena, examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { FirstDayCard } from './FirstDayCard.tsx'
import { type EditedUser, UserModal } from './UserModal.tsx'

const ownerId = idOf<UserId>(6)
const { id, roles, organization } = examiner.user
const record: ExaminerRecord = { id: roles.examiner_id!, user_id: id, surveys: [], protocols: [], is_active: true }
const clinic: Organization = {
  id: organization.id,
  name: organization.name,
  time_zone: organization.time_zone,
  accent: null,
  owner: ownerId,
  settings: { semaphore_column: false, offline_participants: 'none' },
  available_protocols: [],
  available_surveys: [],
}
const day = {
  is_dismissed: false,
  has_invited: false,
  has_tested_mail: false,
  has_participant: false,
  has_session: false,
}
const owner = { ...examiner, user: { ...examiner.user, id: ownerId, roles: { ...roles, is_owner: true } } }

const showModal = (edited: EditedUser) =>
  show(<UserModal edited={edited} organization={clinic} users={[elena]} examiners={[record]} onClose={() => {}} />, {
    user: owner,
    areas: ['organization', 'rooms'],
    answers: {
      'GET /cms/locales/': { body: [argentina] },
      'GET /organizations/packages/': { body: [] },
      'GET /organizations/impersonification/modes/': { body: ['full', 'recording', 'review'] },
      'GET /organizations/impersonification/{user_id}/': { body: [] },
      'POST /organizations/user/': { status: 400, body: { email: ['already_exists'] } },
    },
  })
const input = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)!
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('an address that is taken is reported at its field', async () => {
  const { sent } = await showModal('new')
  const save = await screen.findByRole('button', { name: 'Guardar' })
  fill(input('first_name'), 'Eva')
  fill(input('last_name'), 'Prueba')
  fill(input('email'), 'EXAMINER@demo.example')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Evaluador' }))
  fireEvent.click(save)
  await screen.findByText('Ya existe en su organización. Use otro valor.')
  expect(input('email').value).toBe('EXAMINER@demo.example')
  expect(sent.at(-1)).toMatchObject({
    key: 'POST /organizations/user/',
    body: { first_name: 'Eva', last_name: 'Prueba', locale: argentina.id, tags: [] },
  })
})

test('nobody is invited without anything to do', async () => {
  const { sent } = await showModal('new')
  const save = await screen.findByRole('button', { name: 'Guardar' })
  for (const name of ['first_name', 'last_name', 'email']) fill(input(name), 'eva@demo.example')
  fireEvent.click(save)
  await screen.findByText(/Sin eso no podría hacer nada/)
  expect(sent.map(({ key }) => key)).not.toContain('POST /organizations/user/')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Administrador' }))
  fireEvent.click(save)
  await screen.findByText('Ya existe en su organización. Use otro valor.')
})

test('an invitation is ticked off in the first steps at once', async () => {
  const { answers } = await show(
    <>
      <FirstDayCard onInvite={() => {}} />
      <UserModal edited="new" organization={clinic} users={[]} examiners={[]} onClose={() => {}} />
    </>,
    {
      user: owner,
      areas: ['organization', 'rooms'],
      answers: {
        'GET /cms/locales/': { body: [argentina] },
        'GET /organizations/packages/': { body: [] },
        'GET /organizations/impersonification/modes/': { body: [] },
        'GET /organizations/first_day/': { body: day },
        'GET /ai/models/': { body: [] },
        'POST /organizations/user/': { status: 201, body: { ...elena, roles: { ...roles, examiner_id: null } } },
        'POST /organizations/examiners/': { status: 201, body: {} },
      },
    },
  )
  const step = () => screen.getByText('Invitar a una persona').closest('li')!.textContent
  await waitFor(() => expect(step()).toContain('Pendiente'))
  for (const name of ['first_name', 'last_name', 'email']) fill(input(name), 'eva@demo.example')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Evaluador', hidden: true }))
  answers['GET /organizations/first_day/'] = { body: { ...day, has_invited: true } }
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(step()).toContain('Hecho'))
})

test('the same grant cannot be added twice', async () => {
  await showModal('new')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('option', { name: 'Solo lectura' })
  const add = () => {
    fill(within(dialog).getByLabelText('Evaluador', { selector: 'select' }), record.id)
    fill(within(dialog).getByLabelText('Modo'), 'review')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Añadir' }))
  }
  add()
  within(dialog).getByText('Evaluadora, Elena · Solo lectura')
  add()
  await screen.findByText('Esa combinación ya está añadida.')
  expect(within(dialog).getAllByText('Evaluadora, Elena · Solo lectura')).toHaveLength(1)
})

test('the address of an existing user cannot be changed', async () => {
  await showModal(elena)
  await screen.findByRole('button', { name: 'Guardar' })
  expect(input('email').readOnly).toBe(true)
})
