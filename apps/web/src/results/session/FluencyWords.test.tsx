import type { FluencyWord } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { FluencyWords } from './FluencyWords.tsx'

const decision = 'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/fluency/'
const item = { participant_id: 'p', protocol_res_id: 's', protocol_item_id: 'i' }
const word = (text: string, beside = '', choice: FluencyWord['choice'] = null): FluencyWord => ({
  word: text,
  beside,
  choice,
})
const showWords = (words: FluencyWord[], answer: { status?: number; body: unknown } = { body: null }) =>
  show(<FluencyWords item={item} words={words} language="es" />, {
    user: examiner,
    areas: ['analysis'],
    answers: { [decision]: answer },
  })
const buttonsOf = (name: RegExp) => within(screen.getByRole('group', { name })).getAllByRole('button')

test('one key decides about a word, and the next open word gets the focus', async () => {
  const { sent } = await showWords([word('blorfo'), word('gato', '', 'count'), word('mesa')])
  screen.getByText('Quedan 2 palabras')
  fireEvent.keyDown(buttonsOf(/^blorfo/)[0]!, { key: '3' })
  await expect
    .poll(() => sent.map(({ key, body }) => ({ key, body })))
    .toEqual([{ key: decision, body: { word: 'blorfo', beside: '', choice: 'intrusion' } }])
  expect(buttonsOf(/^mesa/)).toContain(document.activeElement)
  fireEvent.keyDown(document.activeElement!, { key: '1' })
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]!.body).toEqual({ word: 'mesa', beside: '', choice: 'count' })
})

test('other keys, and keys with Control, decide nothing', async () => {
  const { sent } = await showWords([word('blorfo')])
  const [first] = buttonsOf(/^blorfo/)
  for (const key of [{ key: '4' }, { key: 'a' }, { key: '1', ctrlKey: true }]) fireEvent.keyDown(first!, key)
  fireEvent.click(first!)
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ word: 'blorfo', beside: '', choice: 'count' }])
})

test('a decided word shows its choice, and names the word of whose family it may be', async () => {
  await showWords([word('panadero', 'pan', 'repetition')])
  screen.getByText('Todo decidido')
  const pressed = buttonsOf(/^panadero después de «pan»/).map((button) => button.getAttribute('aria-pressed'))
  expect(pressed).toEqual(['false', 'true', 'false'])
})

test('a refused decision is reported', async () => {
  await showWords([word('blorfo')], { status: 404, body: { code: 'not_found' } })
  fireEvent.click(buttonsOf(/^blorfo/)[1]!)
  await screen.findByRole('alert')
})
