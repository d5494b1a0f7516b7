import type { WebhookDelivery, WebhookDeliveryId, WebhookEndpoint, WebhookId } from '@fonema/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { type Answers, show } from '../testing/show.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'

const made = '2026-11-20T08:38:00.000Z'
const webhook: WebhookEndpoint = {
  id: idOf<WebhookId>(1),
  record_server: null,
  url: 'https://clinic.example/hook',
  events: ['session.completed', 'report.signed'],
  is_on: true,
  paused_at: null,
  failing_since: null,
  secret_made_at: made,
  earlier_secret_until: null,
  pending: 0,
  dead: 0,
  created_at: made,
}
const failed: WebhookDelivery = {
  id: idOf<WebhookDeliveryId>(2),
  event: 'report.signed',
  state: 'dead',
  attempts: 14,
  last_attempt_at: made,
  next_attempt_at: null,
  failure: 'refused',
  answer_status: 500,
  answer_text: 'out of order',
  created_at: made,
}
const showCard = (answers: Answers) => show(<WebhooksCard />, { user: examiner, areas: ['webhooks'], answers })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('without a webhook the page says what one is for; a new one shows its secret once', async () => {
  const { sent } = await showCard({
    'GET /organizations/webhooks/': { body: [] },
    'POST /organizations/webhooks/': { status: 201, body: { ...webhook, secret: 'whsec_abc' } },
  })
  await screen.findByText(/Todavía no hay webhooks/)
  fireEvent.click(button('Añadir webhook'))
  fireEvent.change(await screen.findByLabelText(/^Dirección/), { target: { value: webhook.url } })
  fireEvent.click(screen.getByLabelText('Informe firmado'))
  fireEvent.click(button('Guardar'))
  expect(await screen.findByDisplayValue('whsec_abc')).toBeDefined()
  const body = { url: webhook.url, events: webhook.events }
  expect(sent).toContainEqual({ key: 'POST /organizations/webhooks/', body })
  fireEvent.click(button('Ya lo copié'))
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_abc')).toBeNull())
})

test('an address in a private network is reported at its field', async () => {
  await showCard({
    'GET /organizations/webhooks/': { body: [] },
    'POST /organizations/webhooks/': { status: 400, body: { url: ['private_address'] } },
  })
  fireEvent.click(button('Añadir webhook'))
  fireEvent.change(await screen.findByLabelText(/^Dirección/), { target: { value: 'https://10.0.0.1/' } })
  fireEvent.click(button('Guardar'))
  await screen.findByText(/no estar en una red privada/)
})

test('a form with typed values asks before it closes, and closes at once without them', async () => {
  await showCard({ 'GET /organizations/webhooks/': { body: [] } })
  fireEvent.click(button('Añadir webhook'))
  fireEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(button('Añadir webhook'))
  fireEvent.change(await screen.findByLabelText(/^Dirección/), { target: { value: webhook.url } })
  fireEvent.click(button('Cancelar'))
  const question = await screen.findByRole('dialog', { name: /sin guardar/ })
  expect(screen.getByDisplayValue(webhook.url)).toBeDefined()
  fireEvent.click(within(question).getByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(screen.queryByDisplayValue(webhook.url)).toBeNull())
})

test('a paused webhook says so, and turning it on sends only that change', async () => {
  const { sent } = await showCard({
    'GET /organizations/webhooks/': { body: [{ ...webhook, paused_at: made, failing_since: made, pending: 3 }] },
    'PATCH /organizations/webhooks/{webhook_id}/': { body: webhook },
  })
  const row = await screen.findByRole('row', { name: /clinic.example/ })
  within(row).getAllByText('En pausa tras días de errores')
  within(row).getAllByText('3 en espera')
  fireEvent.click(button(`Editar ${webhook.url}`))
  fireEvent.click(await screen.findByRole('switch', { name: /Activo/ }))
  fireEvent.click(button('Guardar'))
  await waitFor(() => expect(sent.at(-1)?.key).toBe('GET /organizations/webhooks/'))
  const { url, events } = webhook
  expect(sent.find(({ key }) => key.startsWith('PATCH'))?.body).toEqual({ url, events, is_on: true })
})

test('a delivery shows the answer and its attempts, and is sent again; so are all undelivered ones', async () => {
  const { sent } = await showCard({
    'GET /organizations/webhooks/': { body: [{ ...webhook, dead: 1 }] },
    'GET /organizations/webhooks/{webhook_id}/deliveries/': { body: [failed] },
    'POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/replay/': { body: failed },
    'POST /organizations/webhooks/{webhook_id}/replay/': { body: { replayed: 1 } },
    'POST /organizations/webhooks/{webhook_id}/test/': { status: 201, body: { ...failed, event: 'test' } },
  })
  fireEvent.click(await screen.findByRole('button', { name: `Envíos a ${webhook.url}` }))
  const dialog = await screen.findByRole('dialog')
  const row = await within(dialog).findByRole('row', { name: /Informe firmado/ })
  within(row).getAllByText('14 intentos')
  within(row).getAllByText(/Respuesta 500 out of order/)
  fireEvent.click(within(row).getByRole('button', { name: /^Reenviar Informe firmado/ }))
  fireEvent.click(button('Reenviar los no entregados'))
  await screen.findByText('Se vuelve a enviar 1 aviso.')
  fireEvent.click(button('Enviar evento de prueba'))
  await screen.findByText('El evento de prueba se está enviando.')
  expect(sent.filter(({ key }) => key.startsWith('POST'))).toHaveLength(3)
})

test('without deliveries the dialog proposes a test, which is not possible while the webhook is off', async () => {
  await showCard({
    'GET /organizations/webhooks/': { body: [{ ...webhook, is_on: false }] },
    'GET /organizations/webhooks/{webhook_id}/deliveries/': { body: [] },
  })
  fireEvent.click(await screen.findByRole('button', { name: `Envíos a ${webhook.url}` }))
  await screen.findByText(/Todavía no se envió nada/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar evento de prueba' }).disabled).toBe(true)
})
