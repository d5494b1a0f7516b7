import { itemKinds, type ProtocolResponse } from '@fonema/contract'
import { expect, test } from 'vitest'
import { itemsOf } from './items.ts'

test('a person chooses the words of a description, a story and a conversation only', () => {
  const items = itemKinds.map((name, order) => ({ id: name, order, title: name, category: { id: name, name } }))
  const session = { protocol: { items }, responses: [] } as unknown as ProtocolResponse // only what is read of it
  const free = itemsOf(session).filter(({ hasFreeWords }) => hasFreeWords)
  expect(free.map(({ title }) => title)).toEqual(['picture_description', 'retelling', 'conversation', 'free_speech'])
})
