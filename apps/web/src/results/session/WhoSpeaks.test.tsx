import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { WhoSpeaks } from './WhoSpeaks.tsx'

const path = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/'
const call = `PATCH ${path}` as const
const item = { participant_id: 'p', protocol_res_id: 's', protocol_item_id: 'i' }
const found = {
  people: 2,
  version: 1,
  segments: [{ start_s: 0, end_s: 1, speaker: 'participant' as const }],
  others_share_pct: 27.4,
}
const showCard = (
  props: Partial<Parameters<typeof WhoSpeaks>[0]>,
  answer: { status?: number; body: unknown } = { body: null },
  versions: unknown[] = [],
) =>
  show(<WhoSpeaks item={item} people={1} found={undefined} isOpen {...props} />, {
    user: examiner,
    areas: ['analysis'],
    answers: {
      [call]: answer,
      [`GET ${path}`]: { body: versions },
      [`POST ${path}`]: { status: 201, body: versions[0] ?? {} },
    },
  })

test('the examiner says who speaks, once', async () => {
  const { sent } = await showCard({})
  const select = screen.getByRole('combobox', { name: '¿Quién habla en esta grabación?' })
  fireEvent.change(select, { target: { value: '2' } })
  await expect.poll(() => sent.map(({ key, body }) => ({ key, body }))).toEqual([{ key: call, body: { people: 2 } }])
  expect(screen.queryByText(/27\s%/)).toBeNull()
})

test('shows the share of the others, and that the measures are of the participant', async () => {
  await showCard({ people: 2, found })
  screen.getByText(/27\s%/)
  screen.getByText(/solo del participante/)
})

test('where two microphones say who speaks, the text says so, and not that a voice was recognised', async () => {
  await showCard({ people: 2, found: { ...found, method: 'two_microphones' }, byMicrophones: true })
  screen.getByText(/dos micrófonos, uno cerca de cada persona/)
  expect(screen.queryByText(/se reconoce por las lecturas/)).toBeNull()
})

test('in an archived session, the number is shown and cannot be changed', async () => {
  await showCard({ people: 2, found, isOpen: false })
  expect(screen.queryByRole('combobox')).toBeNull()
  screen.getByText('El participante y el evaluador')
})

test('a refused choice is reported', async () => {
  await showCard({}, { status: 404, body: { code: 'not_found' } })
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '2' } })
  await screen.findByRole('alert')
})

test('names who corrected the track, and goes back to the computed one', async () => {
  const author = { id: 'u', first_name: 'Ana', last_name: 'Ruiz' }
  const version = { version: 3, segments: [], author, created_at: '2026-03-01T10:00:00.000Z' }
  const { sent } = await showCard({ people: 2, found, track: 3 }, undefined, [version])
  await screen.findByText(/corregida por Ana Ruiz/)
  fireEvent.click(screen.getByRole('button', { name: 'Volver a la versión calculada' }))
  await expect
    .poll(() => sent.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body))
    .toEqual([{ segments: null, based_on: 3 }])
})

test('who speaks is corrected where two people speak, but not while the recording is measured', async () => {
  await showCard({ people: 2, found, onCorrect: () => {}, isPending: true })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Corregir quién habla' }).disabled).toBe(true)
})
