import type { StoredProtocolDraft } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { addItem, changeItem, changeTexts, emptyDraft } from './edit.ts'
import { instructionOf } from './instruction-html.ts'
import { StudioPage } from './StudioPage.tsx'

const parts = { Examiner: () => null, Participant: () => null }
const content = changeItem(addItem(emptyDraft('voz', 'Voz', 'es-ES'), 'sustained_vowel').draft, 'item-1', {
  repeats: 2,
})
const draft = {
  id: '01a2110c-9da2-765e-af06-b98a880a0efa',
  key: 'voz',
  name: 'Voz',
  state: 'draft',
  locales: ['es-ES'],
  item_count: 2,
  version: null,
  is_changed: true,
  updated_at: '2026-11-25T10:00:00.000Z',
  updated_by: 'Elena Ruiz',
  revision: 4,
  content,
  media: [],
  shipped_media: [],
  versions: [],
} as unknown as StoredProtocolDraft

async function open(patch: { status?: number; body: unknown }, changes: object = {}) {
  const { sent } = await show(<StudioPage parts={parts} />, {
    areas: ['studio', 'responses'],
    path: '/admin/protocols/:draft_id/',
    address: `/admin/protocols/${draft.id}/`,
    answers: {
      'GET /protocol_drafts/{draft_id}/': { body: { ...draft, ...changes } },
      'PATCH /protocol_drafts/{draft_id}/': patch,
      'GET /protocol_drafts/': { body: [] },
      'POST /protocol_drafts/': { status: 201, body: { ...draft, id: 'copy' } },
      'GET /cms/locales/': { body: [] },
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Voz' })
  const patches = () => sent.filter(({ key }) => key.startsWith('PATCH'))
  return { sent, patches }
}

test('a change is saved by itself, with the revision that was seen', async () => {
  const { patches } = await open({ body: { ...draft, revision: 5 } })
  fireEvent.change(screen.getByLabelText('Licencia del texto'), { target: { value: 'CC0' } })
  await expect.poll(() => patches().length).toBe(1)
  expect(patches()[0]!.body).toMatchObject({ revision: 4, content: { licence: 'CC0' } })
  await screen.findByText('Guardado')
})

test('a second editor keeps what was typed and may save it as another protocol', async () => {
  const { sent, patches } = await open({ status: 409, body: { code: 'draft_outdated', revision: 9 } })
  fireEvent.change(screen.getByLabelText('Licencia del texto'), { target: { value: 'CC0' } })
  await screen.findByText('Otra persona cambió este protocolo')
  expect((screen.getByLabelText('Licencia del texto') as HTMLInputElement).value).toBe('CC0')
  expect(patches()).toHaveLength(1)
  fireEvent.click(screen.getByText('Guardar lo mío como otro protocolo'))
  await expect
    .poll(() => sent.find(({ key }) => key.startsWith('POST'))?.body)
    .toMatchObject({
      content: { licence: 'CC0' },
    })
})

test('a change that is taken back is saved without a call', async () => {
  const { patches } = await open({ body: draft })
  const licence = screen.getByLabelText('Licencia del texto')
  fireEvent.change(licence, { target: { value: 'CC0' } })
  await screen.findByText('Guardando…')
  fireEvent.change(licence, { target: { value: '' } })
  await screen.findByText('Guardado')
  expect(patches()).toEqual([])
})

test('each gap leads to its field', async () => {
  await open({ body: draft })
  fireEvent.click(screen.getByRole('button', { name: /Vocal sostenida · Español.* · instrucción/ }))
  await expect.poll(() => document.activeElement?.id).toBe('field-item-1-es-ES-trigger')
})

test('a published protocol says how it reaches examiners, until it is changed', async () => {
  const texts = { title: 'Vocal', trigger: '<p>Diga «a».</p>' }
  const described = {
    ...content,
    licence: 'CC0',
    source: 'Ana',
    texts: { 'es-ES': { name: 'Voz', description: 'Una vocal.' } },
  }
  const complete = changeTexts(described, 'item-1', 'es-ES', texts)
  const published = { state: 'published', version: 1, is_changed: false, content: complete }
  await open({ body: { ...draft, ...published, is_changed: true, revision: 5 } }, published)
  await screen.findByText(/Asígnelo a los evaluadores/)
  fireEvent.change(screen.getByLabelText('Licencia del texto'), { target: { value: 'CC BY 4.0' } })
  await screen.findByText('No falta nada: se puede publicar.')
})

test('a removed item comes back by undo', async () => {
  await open({ body: draft })
  fireEvent.click(screen.getByRole('button', { name: 'Quitar «Vocal sostenida»' }))
  expect(document.getElementById('outline-item-1')).toBeNull()
  fireEvent.click(await screen.findByText('Deshacer'))
  await expect.poll(() => document.getElementById('outline-item-1')?.textContent).toContain('Vocal sostenida × 2')
})

test('an instruction keeps only its tags, and text as text', () => {
  const root = document.createElement('div')
  root.innerHTML =
    'uno<div onclick="x">dos <b style="color:red">tres</b></div><script>alert(1)</script><ol><li>a</li></ol><h1>b</h1>'
  root.append('1 < 2 & 3')
  expect(instructionOf(root)).toBe(
    '<p>uno</p><p>dos <strong>tres</strong></p><ul><li>a</li></ul><h3>b</h3><p>1 &lt; 2 &amp; 3</p>',
  )
})
