import type { SecondOpinion } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { examiner, idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { SecondOpinionCard } from './SecondOpinionCard.tsx'

const path = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/second_opinion/'
const item = { participant_id: 'p', protocol_res_id: 's', protocol_item_id: 'i' }
const person = (first_name: string) => ({ id: idOf<never>(1), first_name, last_name: 'Ruiz' })
const finished: SecondOpinion = {
  state: 'finished',
  finished_at: '2026-03-01T10:00:00.000Z',
  first: { version: 2, author: person('Ana') },
  second: person('Eva'),
  agreement: {
    first_words: 10,
    second_words: 11,
    same_words: 9,
    agreement_pct: 85.714,
    word_error_rate_pct: 20,
    edges: { count: 16, median_ms: 12, near: 15 },
    marks: { count: 0, same: 0 },
    speakers: { count: 9, same: 8 },
  },
  differences: [
    { first: { text: 'perro', start: 1, end: 1.5 }, second: { text: 'cerro', start: 1, end: 1.6 }, about: ['words'] },
    {
      first: { text: 'eh', start: 2, end: 2.2, marks: ['filler'] },
      second: { text: 'eh', start: 2, end: 2.2 },
      about: ['marks'],
    },
    { first: null, second: { text: 'no', start: null, end: null }, about: ['words'] },
  ],
  newest_version: 3,
  settled: null,
}

async function open(opinion: SecondOpinion, isOpen = true) {
  const onWork = vi.fn()
  const player = { playPiece: vi.fn() }
  const shown = await show(
    <SecondOpinionCard
      item={item}
      opinion={opinion}
      player={player as never}
      language="es"
      isOpen={isOpen}
      onWork={onWork}
    />,
    {
      user: examiner,
      areas: ['analysis'],
      answers: {
        [`POST ${path}`]: { status: 201, body: {} },
        [`POST ${path}settle/`]: { status: 409, body: { code: 'conflict' } },
      },
    },
  )
  return { ...shown, onWork, player }
}

test('a second opinion is begun, and opens the words', async () => {
  const { sent, onWork } = await open({ state: 'none', may_start: true })
  fireEvent.click(screen.getByRole('button', { name: 'Segunda opinión, a ciegas' }))
  await expect.poll(() => onWork.mock.calls.length).toBe(1)
  expect(sent[0]).toEqual({ key: `POST ${path}`, body: {} })
})

test('who may not begin one sees nothing, and in an archived session neither', async () => {
  await open({ state: 'none', may_start: false })
  expect(screen.queryByRole('heading')).toBeNull()
  await open({ state: 'none', may_start: true }, false)
  expect(screen.queryByRole('button')).toBeNull()
})

test('an open one leads back to the words', async () => {
  const { onWork } = await open({ state: 'open', started_at: '2026-03-01T10:00:00.000Z', words: [] })
  fireEvent.click(screen.getByRole('button', { name: 'Continuar a ciegas' }))
  expect(onWork).toHaveBeenCalledOnce()
})

test('shows how far both agree, and settles once every difference has a choice', async () => {
  const { sent, player } = await open(finished)
  screen.getByText(/^85,7\s% \(iguales: 9; palabras: 10 y 11\)$/)
  screen.getByText(/^mediana: 12\sms; a 50\sms o menos: 15 de 16$/)
  screen.getByText('nada que comparar')
  screen.getByText(/se guardó la versión 3/)
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar las elecciones' })
  expect(save.disabled).toBe(true)
  fireEvent.click(screen.getAllByRole('button', { name: 'Oír la diferencia' })[0]!)
  expect(player.playPiece).toHaveBeenCalledExactlyOnceWith({ start: 1, end: 1.5 })
  fireEvent.click(screen.getByRole('button', { name: /cerro/ }))
  screen.getByText('Faltan 2 diferencias.')
  fireEvent.click(screen.getByRole('button', { name: 'Lo demás: Ana Ruiz' }))
  fireEvent.click(save)
  await screen.findByText(/Alguien guardó otra versión/)
  expect(sent.at(-1)?.body).toEqual({ choices: ['second', 'first', 'first'], based_on: 3 })
})
