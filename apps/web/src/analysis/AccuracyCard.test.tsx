import type { RecognitionAccuracy } from '@fonema/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { AccuracyCard } from './AccuracyCard.tsx'

const group: RecognitionAccuracy = {
  language: 'es',
  category: 'picture_description',
  model: 'parakeet',
  model_sha256: 'a'.repeat(64),
  transcripts: 48,
  words: 2310,
  word_error_rate: 0.064,
  letter_error_rate: 0.02,
  fillers: 40,
  filler_recall: 0.55,
  calibration_error: 0.03,
  proposed_confidence: 0.931,
  trusted: null,
}
const trusted = { least_confidence: 0.9, transcripts: 40, date_created: '2026-11-20T10:00:00.000Z' }

const open = (changes: Partial<RecognitionAccuracy>) =>
  show(<AccuracyCard />, {
    user: examiner,
    areas: ['models', 'studio'],
    answers: { 'GET /ai/accuracy/': { body: [{ ...group, ...changes }] }, 'PATCH /ai/accuracy/': { body: {} } },
  })

test('a manager reads how accurate a recogniser was, and trusts it from the proposed limit', async () => {
  const { sent } = await open({})
  await screen.findByText('Español · Descripción de una imagen · parakeet')
  screen.getByText(/48 transcripciones confirmadas · 6,4\s% de palabras erróneas.*55\s% de 40 pausas llenas/)
  // Rounded up, because a lower limit is not supported.
  fireEvent.click(screen.getByRole('button', { name: /^Contar sin confirmar desde 0,94/ }))
  await waitFor(() => expect(sent.filter(({ key }) => key === 'PATCH /ai/accuracy/')).toHaveLength(1))
  expect(sent.find(({ key }) => key === 'PATCH /ai/accuracy/')?.body).toEqual({
    language: 'es',
    category: 'picture_description',
    model_sha256: group.model_sha256,
    is_trusted: true,
  })
})

test('without probabilities, a known model or enough transcripts, a person confirms', async () => {
  for (const [changes, reason] of [
    [{ calibration_error: null, proposed_confidence: null }, /No da la probabilidad de las palabras/],
    [{ model_sha256: null }, /No se sabe qué modelo es/],
    [{ proposed_confidence: null }, /al menos 35 transcripciones/],
  ] as const) {
    await open(changes)
    await screen.findByText(reason)
    expect(screen.queryByRole('button', { name: /Contar sin confirmar/ })).toBeNull()
    cleanup()
  }
})

test('a limit that newer transcripts no longer support is named, and can be taken back', async () => {
  const { sent } = await open({ trusted })
  await screen.findByText(/Se cuenta sin confirmar desde 0,90/)
  screen.getByText('Las transcripciones nuevas ya no respaldan ese límite.')
  fireEvent.click(screen.getByRole('button', { name: /^Exigir de nuevo la confirmación: Español/ }))
  await waitFor(() => expect(sent.filter(({ key }) => key === 'PATCH /ai/accuracy/')).toHaveLength(1))
  expect(sent.find(({ key }) => key === 'PATCH /ai/accuracy/')?.body).toMatchObject({ is_trusted: false })
})
