import type { Organization, OrganizationId, UserId } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { OfflineCard } from './settings/OfflineCard.tsx'

const organization: Organization = {
  id: idOf<OrganizationId>(1),
  name: 'Demo',
  time_zone: 'America/Montevideo',
  accent: null,
  settings: { semaphore_column: false, offline_participants: 'none' },
  owner: idOf<UserId>(2),
  available_protocols: [],
  available_surveys: [],
}
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value

test('a choice is sent at once, and stays as the server stored it', async () => {
  const settings = { ...organization.settings, offline_participants: 'week' as const }
  const { sent } = await show(<OfflineCard />, {
    areas: ['offline'],
    answers: {
      'GET /organizations/': { body: organization },
      'PATCH /organizations/': { body: { ...organization, settings } },
    },
  })
  await screen.findByRole('radio', { name: 'Ninguno' })
  expect(chosen()).toBe('none')
  fireEvent.click(screen.getByRole('radio', { name: 'Participantes con visita esta semana' }))
  await screen.findByText(/^Guardado\. Cada navegador/)
  expect(chosen()).toBe('week')
  expect(sent.at(-1)).toEqual({
    key: 'PATCH /organizations/',
    body: { settings: { offline_participants: 'week' } },
  })
})

test('a choice that was not stored goes back', async () => {
  await show(<OfflineCard />, {
    areas: ['offline'],
    answers: { 'GET /organizations/': { body: organization }, 'PATCH /organizations/': 'unreachable' },
  })
  fireEvent.click(await screen.findByRole('radio', { name: 'Todos los participantes del evaluador' }))
  await waitFor(() => expect(chosen()).toBe('none'))
})
