import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, examiner } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { CutOffsCard } from './CutOffsCard.tsx'

const own = { index: 'avqi', language: 'es', value: 2.5, sensitivity_pct: null, specificity_pct: null, n: null }

const open = (cutOffs: object[]) =>
  show(<CutOffsCard />, {
    user: examiner,
    areas: ['populations'],
    answers: {
      'GET /ai/cut_offs/': { body: cutOffs },
      'GET /cms/locales/': { body: [argentina] },
      'PATCH /ai/cut_offs/': { body: {} },
    },
  })
const changes = (sent: { key: string; body: unknown }[]) =>
  sent.flatMap(({ key, body }) => (key === 'PATCH /ai/cut_offs/' ? [body] : []))

test('a cut-off is sent with what is known of its study, typed with a decimal comma', async () => {
  const { sent } = await open([])
  const save = await screen.findByRole('button', { name: 'Guardar valor de corte' })
  fireEvent.click(save)
  expect(changes(sent)).toEqual([])
  const type = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  type(/^Valor de corte/, '2,28')
  type(/^Sensibilidad/, '84,5')
  type(/^Referencia/, 'Own study, 2025')
  fireEvent.click(save)
  await waitFor(() => expect(changes(sent)).toHaveLength(1))
  expect(changes(sent)[0]).toEqual({ ...own, value: 2.28, sensitivity_pct: 84.5, reference: 'Own study, 2025' })
})

test('a cut-off that the clinic entered is shown with its reference, and can be removed', async () => {
  const { sent } = await open([{ ...own, reference: 'Own study, 2025' }])
  await screen.findByRole('row', { name: /español.*2,5.*Own study, 2025/ })
  fireEvent.click(screen.getByRole('button', { name: 'Quitar el valor de corte: español' }))
  await waitFor(() => expect(changes(sent)).toHaveLength(1))
  expect(changes(sent)[0]).toMatchObject({ language: 'es', value: null })
})
