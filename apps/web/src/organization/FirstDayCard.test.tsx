import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { examiner } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { FirstDayCard } from './FirstDayCard.tsx'

const nothing = {
  is_dismissed: false,
  has_invited: false,
  has_tested_mail: false,
  has_participant: false,
  has_session: false,
}
const roles = { ...examiner.user.roles, is_manager: true }
const manager = { ...examiner, user: { ...examiner.user, roles } }

const showCard = async (day: object, user = manager) => {
  const onInvite = vi.fn()
  const { sent } = await show(<FirstDayCard onInvite={onInvite} />, {
    user,
    areas: ['rooms'],
    answers: {
      'GET /organizations/first_day/': { body: { ...nothing, ...day } },
      'PATCH /organizations/first_day/': { body: { ...nothing, is_dismissed: true } },
      'GET /ai/models/': { body: [] },
    },
  })
  return { sent, onInvite }
}

test('each step has its state and its way', async () => {
  const { onInvite } = await showCard({ has_tested_mail: true })
  await screen.findByRole('heading', { name: 'Primeros pasos' })
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(steps).toEqual([
    'Enviar un correo de pruebaHecho',
    'Invitar a una personaPendiente',
    'Elegir cómo se transcribeHecho',
    'Registrar al primer participantePendiente',
    'Grabar la primera sesiónPendiente',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Invitar a una persona' }))
  expect(onInvite).toHaveBeenCalledOnce()
  expect(screen.getByRole('link', { name: 'Enviar un correo de prueba' }).getAttribute('href')).toBe(
    '/admin/organization/#mail-test',
  )
})

test('the list goes when a manager puts it away', async () => {
  const { sent } = await showCard({})
  fireEvent.click(await screen.findByRole('button', { name: 'Ocultar' }))
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect(sent.at(-1)).toEqual({ key: 'PATCH /organizations/first_day/', body: { is_dismissed: true } })
})

test('the list is gone when every step is done', async () => {
  const all = { has_invited: true, has_tested_mail: true, has_participant: true, has_session: true }
  const { sent } = await showCard(all)
  await waitFor(() => expect(sent.map(({ key }) => key)).toContain('GET /ai/models/'))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('the demonstration shows no list', async () => {
  const organization = { ...examiner.user.organization, is_demonstration: true }
  const { sent } = await showCard({}, { ...manager, user: { ...manager.user, organization } })
  expect(sent).toEqual([])
})
