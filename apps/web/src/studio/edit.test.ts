import type { ProtocolDraft } from '@fonema/contract'
import { gapsOf } from '@fonema/contract/protocol-gaps'
import { expect, test } from 'vitest'
import {
  addBlock,
  addItem,
  addLocale,
  changeTexts,
  emptyDraft,
  itemsOf,
  moveItem,
  removeBlock,
  removeItem,
  removeLocale,
  restoreItem,
  restoreLocale,
} from './edit.ts'

const keys = (draft: ProtocolDraft) => draft.blocks.map(({ items }) => items.map(({ key }) => key).join(' '))

function twoBlocks(): ProtocolDraft {
  const one = addItem(addItem(emptyDraft('a', 'A', 'es-ES'), 'reading').draft, 'naming').draft
  return addItem(addBlock(one), 'fluency').draft
}

test('an item moves within its block, into the next one, and not beyond the ends', () => {
  const draft = twoBlocks()
  expect(keys(draft)).toEqual(['item-1 item-2', 'item-3'])
  expect(keys(moveItem(draft, 'item-2', -1))).toEqual(['item-2 item-1', 'item-3'])
  expect(keys(moveItem(draft, 'item-2', 1))).toEqual(['item-1', 'item-2 item-3'])
  expect(keys(moveItem(draft, 'item-3', -1))).toEqual(['item-1 item-2 item-3', ''])
  expect(keys(moveItem(draft, 'item-1', -1))).toEqual(keys(draft))
  expect(keys(removeBlock(draft, 'block-2'))).toEqual(['item-1 item-2 item-3'])
})

test('a removed item comes back to its place and keeps later changes of others', () => {
  const before = twoBlocks()
  const removed = before.blocks[0]!.items[0]!
  const later = changeTexts(removeItem(before, 'item-1'), 'item-2', 'es-ES', { title: 'Nuevo' })
  const restored = restoreItem(later, before, removed)
  expect(keys(restored)).toEqual(['item-1 item-2', 'item-3'])
  expect(itemsOf(restored)[1]!.texts['es-ES']!.title).toBe('Nuevo')
})

test('a removed language comes back with its texts; the last one cannot be removed', () => {
  const before = changeTexts(addLocale(twoBlocks(), 'en-US'), 'item-1', 'en-US', { title: 'Read' })
  const without = removeLocale(before, 'en-US')
  expect(without.locales).toEqual(['es-ES'])
  expect(itemsOf(without)[0]!.texts['en-US']).toBeUndefined()
  expect(itemsOf(restoreLocale(without, before, 'en-US'))[0]!.texts['en-US']!.title).toBe('Read')
  expect(removeLocale(without, 'es-ES')).toBe(without)
})

test('what one language has is missing in the other', () => {
  const draft = changeTexts(addLocale(twoBlocks(), 'en-US'), 'item-1', 'es-ES', { reference_text: 'Hola' })
  expect(gapsOf(draft)).toContainEqual({
    code: 'missing_in_language',
    item: 'item-1',
    locale: 'en-US',
    field: 'reference_text',
  })
})
