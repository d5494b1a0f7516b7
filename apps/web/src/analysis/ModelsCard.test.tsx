import type { Model } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { ModelsCard } from './ModelsCard.tsx'

const model = {
  licence: 'CC0-1.0',
  source: 'prueba',
  word_times: true,
  word_confidence: true,
  detects_language: false,
  bytes: 1_000_000,
  done_bytes: 0,
  has_checksums: true,
  is_chosen: false,
  error: null,
  is_checked: null,
}
const large: Model = { ...model, name: 'large', title: 'Grande', state: 'downloading', done_bytes: 500_000 }
const small: Model = { ...model, name: 'small', title: 'Pequeño', state: 'absent' }

test('an older list that arrives after a request does not undo it', async () => {
  const { sent, answers } = await show(<ModelsCard />, {
    user: examiner,
    areas: ['models'],
    answers: {
      'GET /ai/models/': { body: [large, small] },
      'POST /ai/models/': { status: 202, body: { ...small, state: 'waiting' } },
    },
  })
  const button = await screen.findByRole('button', { name: 'Descargar Pequeño' })
  const older = Promise.withResolvers<{ body: Model[] }>()
  answers['GET /ai/models/'] = older.promise
  const looks = () => sent.filter(({ key }) => key === 'GET /ai/models/').length
  await waitFor(() => expect(looks()).toBe(2), { timeout: 5000 })
  fireEvent.click(button)
  await screen.findByText('En espera')
  older.resolve({ body: [large, small] })
  // By the next look, the older answer has arrived.
  answers['GET /ai/models/'] = new Promise(() => {})
  await waitFor(() => expect(looks()).toBe(3), { timeout: 5000 })
  screen.getByText('En espera')
})
