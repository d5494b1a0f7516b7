import type { Campaign, CampaignId } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, show } from '../testing/show.tsx'
import { CampaignsCard } from './campaigns/CampaignsCard.tsx'

const running: Campaign = {
  id: 'campaign' as CampaignId,
  state: 'running',
  created_at: '2026-11-20T10:00:00.000Z',
  requested_by: { first_name: 'Eva', last_name: 'Ruiz' },
  protocol_id: null,
  protocol: null,
  from: '2026-01-01',
  to: null,
  takes: 12_500,
  done: 2000,
  failed: 3,
  changed: 40,
  left: 10_497,
  expected_end: '2026-11-21T10:00:00.000Z',
  ended_at: null,
}
const cancelled: Campaign = {
  ...running,
  state: 'cancelled',
  expected_end: null,
  ended_at: '2026-11-20T12:00:00.000Z',
}
const open = (campaigns: readonly Campaign[], answers: Answers = {}) =>
  show(<CampaignsCard />, {
    areas: ['campaigns'],
    answers: {
      'GET /measuring/campaigns/': { body: campaigns },
      'GET /measuring/campaigns/size/': { body: { takes: 12_500 } },
      'GET /protocols/organization/': { body: [] },
      ...answers,
    },
  })
const startButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Volver a medir' })

test('a manager reads how many recordings will be measured, starts, and sees the campaign', async () => {
  const { sent } = await open([], { 'POST /measuring/campaigns/': { status: 201, body: running } })
  await screen.findByText('Se medirán 12.500 grabaciones.')
  screen.getByText('Todavía no se volvió a medir nada.')
  fireEvent.click(await startButton())
  await screen.findByText('En marcha')
  expect(sent.find(({ key }) => key.startsWith('POST'))?.body).toEqual({})
  expect(screen.queryByRole('button', { name: 'Volver a medir' })).toBeNull()
})

test('nothing can be started without recordings, or with days in the wrong order', async () => {
  await open([], { 'GET /measuring/campaigns/size/': { body: { takes: 0 } } })
  await screen.findByText(/No hay grabaciones con estas condiciones/)
  const button = await startButton()
  expect(button.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Sesiones desde'), { target: { value: '2026-02-01' } })
  fireEvent.change(screen.getByLabelText('Sesiones hasta'), { target: { value: '2026-01-01' } })
  screen.getByText('El período termina antes de comenzar.')
  expect(button.disabled).toBe(true)
})

test('a running campaign says what is left and when it ends, and is paused or ended early', async () => {
  const paused = { ...running, state: 'paused', expected_end: null }
  const { sent } = await open([running], {
    'POST /measuring/campaigns/{campaign_id}/pause/': { body: paused },
    'POST /measuring/campaigns/{campaign_id}/cancel/': { body: cancelled },
  })
  await screen.findByText(/Faltan 10.497 grabaciones de 12.500. Al ritmo actual terminará el/)
  screen.getByText(/2000 medidas · 40 con otro resultado · 3 no se pudieron medir/)
  screen.getByText(/^Todos los protocolos, sesiones desde el/)
  fireEvent.click(screen.getByRole('button', { name: 'Pausar' }))
  await screen.findByText('En pausa')
  screen.getByRole('button', { name: 'Continuar' })
  fireEvent.click(screen.getByRole('button', { name: 'Terminar antes' }))
  screen.getByText(/Lo que ya se midió queda/)
  fireEvent.click(screen.getAllByRole('button', { name: 'Terminar antes' }).at(-1)!)
  await waitFor(() => expect(sent.at(-1)?.key).toBe('GET /measuring/campaigns/'))
  expect(sent.some(({ key }) => key.endsWith('/cancel/'))).toBe(true)
})

test('earlier campaigns say what they did, and a failed list can be read again', async () => {
  await open([cancelled])
  await screen.findByText(/terminada antes: faltaron 10.497/)
  screen.getByText('Eva Ruiz')
  await open([], { 'GET /measuring/campaigns/': { status: 500, body: { code: 'server_error' } } })
  await screen.findByRole('button', { name: /Reintentar/ })
})
