import type { ProtocolImportPreview } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { ProtocolsPage } from '../ProtocolsPage.tsx'

const item = {
  min_duration: 1,
  max_duration: 30,
  skippable: false,
  repeats: 1,
  media: [],
}
const preview = {
  format: 'reproschema',
  existing: null,
  name: 'Voice tasks',
  description: '',
  locales: [{ id: '01a2110c-9da2-765e-af06-b98a880a0efb', code: 'en-US' }],
  says_language: true,
  licence: '',
  source: '',
  items: [
    { ...item, key: 'ah', title: 'Long ah', category: 'sustained_vowel', guess: { reason: 'words', sign: 'vowel' } },
    { ...item, key: 'cough', title: 'Cough', category: 'free_speech', guess: { reason: 'not_speech', sign: 'cough' } },
  ],
  media: [],
  losses: [
    { code: 'remote_file', file: 'protocol_schema', path: 'ui.order.0', text: 'GAD-7' },
    { code: 'missing_file', file: 'protocol_schema', path: 'ui.order.1', text: 'PHQ-9' },
    { code: 'missing_file', file: 'protocol_schema', path: 'ui.order.2', text: 'VHI-10' },
  ],
  loss_count: 3,
  reads_milliseconds: true,
  gap_count: 2,
} as unknown as ProtocolImportPreview

async function open(answer: { status?: number; body: unknown }) {
  const { sent } = await show(<ProtocolsPage />, {
    areas: ['studio', 'protocol_import', 'imports'],
    answers: {
      'POST /protocol_drafts/import/': answer,
      'GET /protocol_drafts/': { body: [] },
      'GET /protocols/organization/': { body: [] },
      'GET /cms/locales/': { body: [] },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Importar protocolo' }))
  const zone = await screen.findByRole('group', { name: 'Archivo del protocolo' })
  const drop = () =>
    fireEvent.drop(zone, { dataTransfer: { files: [new File(['zip'], 'voice.zip', { type: 'application/zip' })] } })
  return { sent, drop }
}

test('a dropped file shows first what cannot be carried over, grouped and with all counts', async () => {
  const { drop } = await open({ body: preview })
  drop()
  const losses = await screen.findByRole('alert')
  expect(losses.textContent).toContain('Lo que no se puede traer (3)')
  expect(losses.textContent).toContain('No está en el archivo ZIP (2)')
  expect(losses.textContent).toContain('GAD-7 — protocol_schema · ui.order.0')
  const found = screen.getByRole('heading', { name: 'Lo que se importará' })
  expect(losses.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  screen.getByText(/se leyeron como milisegundos/i)
  screen.getByText(/faltan 2 datos/)
})

test('a list that is cut states how many follow, and counts no group', async () => {
  const { drop } = await open({ body: { ...preview, loss_count: 400 } })
  drop()
  const losses = await screen.findByRole('alert')
  expect(losses.textContent).toContain('Lo que no se puede traer (400)')
  expect(losses.textContent).toContain('y 397 más')
  expect(losses.textContent).not.toContain('(2)')
})

test('the draft is created with the confirmed kinds, and the primary action says so', async () => {
  const { sent, drop } = await open({ body: preview })
  drop()
  const kind = await screen.findByRole('combobox', { name: 'Tipo de «Cough»' })
  expect(within(kind.closest('td')!).getByText(/Quizá no sea habla/)).toBeTruthy()
  fireEvent.change(kind, { target: { value: 'conversation' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar tipos y crear' }))
  await expect.poll(() => sent.filter(({ key }) => key.startsWith('POST')).length).toBe(2)
  const { body } = sent.findLast(({ key }) => key.startsWith('POST'))!
  expect(JSON.parse((body as { kinds: string }).kinds)).toEqual({
    ah: 'sustained_vowel',
    cough: 'conversation',
  })
})

test('a refused file shows every problem with its place and offers no import', async () => {
  const problems = [
    { problem: 'html', file: 'protocol.json', path: 'content.blocks.0.items.0.texts.es-ES.trigger' },
    { problem: 'medium_type', file: 'media/evil.svg', path: '' },
  ]
  const { drop } = await open({ status: 400, body: { code: 'protocol_file_refused', problems, problem_count: 2 } })
  drop()
  const refused = await screen.findByRole('alert')
  expect(refused.textContent).toContain('2 problemas')
  expect(refused.textContent).toContain('protocol.json · content.blocks.0.items.0.texts.es-ES.trigger')
  expect(refused.textContent).toContain('media/evil.svg')
  expect(screen.queryByRole('button', { name: /crear/i })).toBeNull()
})
