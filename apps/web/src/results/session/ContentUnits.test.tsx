import type { ContentUnitResult } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { ContentUnits } from './ContentUnits.tsx'

const decision = 'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/content_units/'
const item = { participant_id: 'p', protocol_res_id: 's', protocol_item_id: 'i' }
const unit = (name: string, rest: Partial<ContentUnitResult>): ContentUnitResult => ({
  unit: name,
  found: 'said',
  words: [],
  choice: null,
  ...rest,
})
const showUnits = (units: ContentUnitResult[], answer: { status?: number; body: unknown } = { body: null }) =>
  show(<ContentUnits item={item} units={units} player={null} language="es" />, {
    user: examiner,
    areas: ['content_units'],
    answers: { [decision]: answer },
  })
const buttonsOf = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('button')
const pressedOf = (name: string) => buttonsOf(name).map((button) => button.getAttribute('aria-pressed'))

test('one key decides about an open unit, and the next open unit gets the focus', async () => {
  const { sent } = await showUnits([
    unit('un parque', { found: 'unsure' }),
    unit('un banco', {}),
    unit('patos', { found: 'no_list' }),
  ])
  screen.getByText('Quedan 2 unidades')
  fireEvent.keyDown(buttonsOf('un parque')[0]!, { key: '2' })
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ unit: 'un parque', choice: 'not_said' }])
  expect(buttonsOf('patos')).toContain(document.activeElement)
  fireEvent.keyDown(document.activeElement!, { key: '1' })
  await expect.poll(() => sent.length).toBe(2)
})

test('only what a person decided is pressed; what the list found is text', async () => {
  await showUnits([
    unit('un parque', { words: [{ text: 'parque', start: null, end: null }] }),
    unit('un banco', { choice: 'not_said' }),
    unit('patos', { found: 'not_said' }),
    unit('un lago', { found: 'unsure' }),
  ])
  expect(['un parque', 'un banco', 'patos', 'un lago'].map(pressedOf)).toEqual([
    ['false', 'false'],
    ['false', 'true'],
    ['false', 'false'],
    ['false', 'false'],
  ])
  screen.getByText('No dicha, según decidió una persona.')
  screen.getByText('Según la lista, no dicha.')
  screen.getByText('Dichas: 1 de 4.')
  screen.getByText('parque')
})

test('without a list the card says that nothing is searched', async () => {
  await showUnits([unit('un avión', { found: 'no_list' })])
  screen.getByText(/Ninguna lista tiene las unidades/)
})

test('a refused decision is reported', async () => {
  await showUnits([unit('un parque', {})], { status: 404, body: { code: 'not_found' } })
  fireEvent.click(buttonsOf('un parque')[1]!)
  await screen.findByRole('alert')
})
