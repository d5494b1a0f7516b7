import type { ProtocolResponse } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { ResultHeader } from './ResultHeader.tsx'

const session = {
  id: 's',
  participant: 'p',
  date_created: '2026-11-25T15:00:00.000Z',
  protocol: { id: 'q', name: 'Sesión breve', is_practice: true },
  active: true,
  is_completed: true,
  comment: null,
  examiner: { first_name: 'Ana', last_name: 'Ruiz' },
  responses: [{ takes: [{ recorded_at: '2026-11-23T15:00:00.000Z' }] }],
} as unknown as ProtocolResponse

test('says on which day the device recorded, when the session arrived on a later one', async () => {
  await show(<ResultHeader session={session} participant="P-1" />, {
    user: examiner,
    areas: ['responses', 'analysis'],
    answers: { 'GET /protocols/responses/{participant_id}/': { body: [] } },
  })
  await screen.findByText(/Según el reloj del dispositivo, se grabó el 23 nov 2026/)
})
