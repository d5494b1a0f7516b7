import type { Takeout, TakeoutId } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, participantOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { Takeouts } from './Takeouts.tsx'

const showTakeouts = (takeouts: readonly Takeout[] = []) =>
  show(<Takeouts scope="organization" />, {
    user: examiner,
    areas: ['takeouts'],
    answers: { 'GET /takeouts/organization/': { body: takeouts } },
  })
const order = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Crear exportación' })

test('a period that ends before it begins cannot be ordered', async () => {
  const { sent } = await showTakeouts()
  const button = await order()
  const [from, to] = [screen.getByLabelText<HTMLSelectElement>('Desde'), screen.getByLabelText('Hasta')]
  const [latest, earlier] = [from.options[1]!.value, from.options[2]!.value]
  fireEvent.change(from, { target: { value: latest } })
  fireEvent.change(to, { target: { value: earlier } })
  screen.getByText('El período termina antes de comenzar.')
  expect(button.disabled).toBe(true)
  fireEvent.submit(button.form!)
  fireEvent.change(to, { target: { value: latest } })
  expect(screen.queryByText('El período termina antes de comenzar.')).toBeNull()
  expect(button.disabled).toBe(false)
  expect(sent.map(({ key }) => key)).toEqual(['GET /takeouts/organization/'])
})

test("a second takeout on the same day cannot be ordered, but one participant's does not count", async () => {
  const done: Takeout = {
    uuid: 'takeout' as TakeoutId,
    status: 'complete',
    error: null,
    created_at: new Date().toISOString(),
    progress: 1,
    start_date: null,
    end_date: null,
    include_audio: true,
    audio_format: 'wav',
    deidentified: false,
    form: 'tables',
    participant: null,
    size: 5,
  }
  const ofOne = { ...done, uuid: 'of one' as TakeoutId, participant: { id: participantOf(1).id, code: 'P-001' } }
  await showTakeouts([ofOne])
  expect((await order()).disabled).toBe(false)
  await showTakeouts([ofOne, done])
  await screen.findByText('Ya se pidió hoy una exportación de este tipo: podrá pedir otra mañana.')
  const [, second] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Crear exportación' })
  expect(second!.disabled).toBe(true)
})

test('a research archive without anybody who agreed says where the consent is', async () => {
  const { answers } = await showTakeouts()
  answers['POST /takeouts/organization/'] = { status: 400, body: { form: ['empty_data'] } }
  fireEvent.click(await screen.findByLabelText('Para investigación (BIDS y Parquet)'))
  fireEvent.click(await order())
  await screen.findByText(/El consentimiento está en la ficha de cada participante/)
  fireEvent.click(screen.getByLabelText('Para investigación (BIDS y Parquet)'))
  expect(screen.queryByText(/El consentimiento está en la ficha/)).toBeNull()
})
