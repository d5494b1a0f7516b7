import type { DraftBlock, DraftItem, DraftItemTexts, ItemKind, ProtocolDraft } from '@fonema/contract'
import { freeName } from '../ui/free-names.ts'

/** What a kind of item starts with. Seconds. */
const limits: Readonly<Partial<Record<ItemKind, { min: number; max: number }>>> = {
  sustained_vowel: { min: 3, max: 30 },
  diadochokinesis: { min: 5, max: 20 },
  sentence: { min: 1, max: 20 },
  naming: { min: 1, max: 20 },
  fluency: { min: 30, max: 60 },
}

export const emptyTexts = (): DraftItemTexts => ({
  title: '',
  trigger: '',
  reference_text: '',
  information_units: [],
  fluency: null,
  image: null,
  audio: null,
  video: null,
})

export const itemsOf = ({ blocks }: ProtocolDraft): DraftItem[] => blocks.flatMap(({ items }) => items)

export const emptyDraft = (key: string, name: string, locale: string): ProtocolDraft => ({
  key,
  licence: '',
  source: '',
  practice: false,
  locales: [locale],
  texts: { [locale]: { name, description: '' } },
  blocks: [{ key: 'block-1', order: 'fixed', items: [] }],
})

const withBlocks = (draft: ProtocolDraft, change: (block: DraftBlock, index: number) => DraftBlock): ProtocolDraft => ({
  ...draft,
  blocks: draft.blocks.map(change),
})

/** Adds an item at the end of the last block. */
export function addItem(draft: ProtocolDraft, category: ItemKind): { draft: ProtocolDraft; key: string } {
  const key = freeName(
    'item',
    itemsOf(draft).map((item) => item.key),
  )
  const { min, max } = limits[category] ?? { min: 5, max: 120 }
  const item: DraftItem = {
    key,
    category,
    min_duration: min,
    max_duration: max,
    skippable: true,
    repeats: 1,
    texts: Object.fromEntries(draft.locales.map((locale) => [locale, emptyTexts()])),
  }
  const blocks: DraftBlock[] = draft.blocks.length > 0 ? draft.blocks : [{ key: 'block-1', order: 'fixed', items: [] }]
  const last = blocks.length - 1
  return {
    draft: {
      ...draft,
      blocks: blocks.map((block, index) => (index === last ? { ...block, items: [...block.items, item] } : block)),
    },
    key,
  }
}

export function addBlock(draft: ProtocolDraft): ProtocolDraft {
  const key = freeName(
    'block',
    draft.blocks.map((block) => block.key),
  )
  return { ...draft, blocks: [...draft.blocks, { key, order: 'fixed', items: [] }] }
}

/** Removes a block. Its items go to the end of the one before it. */
export function removeBlock(draft: ProtocolDraft, key: string): ProtocolDraft {
  const at = draft.blocks.findIndex((block) => block.key === key)
  if (at < 1) return draft
  const { items } = draft.blocks[at]!
  return {
    ...draft,
    blocks: draft.blocks
      .map((block, index) => (index === at - 1 ? { ...block, items: [...block.items, ...items] } : block))
      .filter((block) => block.key !== key),
  }
}

export const changeBlock = (draft: ProtocolDraft, key: string, changes: Partial<DraftBlock>): ProtocolDraft =>
  withBlocks(draft, (block) => (block.key === key ? { ...block, ...changes } : block))

export const changeItem = (draft: ProtocolDraft, key: string, changes: Partial<DraftItem>): ProtocolDraft =>
  withBlocks(draft, (block) => ({
    ...block,
    items: block.items.map((item) => (item.key === key ? { ...item, ...changes } : item)),
  }))

export function changeTexts(
  draft: ProtocolDraft,
  key: string,
  locale: string,
  changes: Partial<DraftItemTexts>,
): ProtocolDraft {
  const item = itemsOf(draft).find((one) => one.key === key)
  if (item === undefined) return draft
  const texts = { ...(item.texts[locale] ?? emptyTexts()), ...changes }
  return changeItem(draft, key, { texts: { ...item.texts, [locale]: texts } })
}

export const removeItem = (draft: ProtocolDraft, key: string): ProtocolDraft =>
  withBlocks(draft, (block) => ({ ...block, items: block.items.filter((item) => item.key !== key) }))

/** Moves an item one place up (−1) or down (1); at the edge of its block it goes into the next block. */
export function moveItem(draft: ProtocolDraft, key: string, by: -1 | 1): ProtocolDraft {
  const at = draft.blocks.findIndex(({ items }) => items.some((item) => item.key === key))
  const block = draft.blocks[at]
  if (block === undefined) return draft
  const from = block.items.findIndex((item) => item.key === key)
  const item = block.items[from]!
  const to = from + by
  if (to >= 0 && to < block.items.length) {
    const items = block.items.filter((one) => one !== item).toSpliced(to, 0, item)
    return changeBlock(draft, block.key, { items })
  }
  const neighbour = draft.blocks[at + by]
  if (neighbour === undefined) return draft
  return withBlocks(draft, (one) => {
    if (one === block) return { ...one, items: one.items.filter((each) => each !== item) }
    if (one !== neighbour) return one
    return { ...one, items: by === 1 ? [item, ...one.items] : [...one.items, item] }
  })
}

export function addLocale(draft: ProtocolDraft, locale: string): ProtocolDraft {
  if (draft.locales.includes(locale)) return draft
  return {
    ...draft,
    locales: [...draft.locales, locale],
    texts: { ...draft.texts, [locale]: { name: '', description: '' } },
  }
}

/** Removes a language with all its texts. The last one stays. */
export function removeLocale(draft: ProtocolDraft, locale: string): ProtocolDraft {
  if (draft.locales.length === 1) return draft
  const without = <T extends object>(record: T): T => {
    const { [locale as keyof T]: _, ...rest } = record
    return rest as T // the record without one locale
  }
  return {
    ...withBlocks(draft, (block) => ({
      ...block,
      items: block.items.map((item) => ({ ...item, texts: without(item.texts) })),
    })),
    locales: draft.locales.filter((one) => one !== locale),
    texts: without(draft.texts),
  }
}

/** Puts a removed item back to its place in what the draft is now. */
export function restoreItem(draft: ProtocolDraft, before: ProtocolDraft, item: DraftItem): ProtocolDraft {
  if (itemsOf(draft).some(({ key }) => key === item.key)) return draft
  const old = before.blocks.find(({ items }) => items.some(({ key }) => key === item.key))
  const place = old?.items.findIndex(({ key }) => key === item.key) ?? 0
  const home = draft.blocks.find(({ key }) => key === old?.key) ?? draft.blocks.at(-1)
  if (home === undefined) return { ...draft, blocks: [{ key: 'block-1', order: 'fixed', items: [item] }] }
  return changeBlock(draft, home.key, { items: home.items.toSpliced(place, 0, item) })
}

/** Puts the texts of a removed language back. */
export function restoreLocale(draft: ProtocolDraft, before: ProtocolDraft, locale: string): ProtocolDraft {
  if (draft.locales.includes(locale)) return draft
  const old = new Map(itemsOf(before).map((item) => [item.key, item.texts[locale]]))
  return {
    ...withBlocks(draft, (block) => ({
      ...block,
      items: block.items.map((item) => ({
        ...item,
        texts: { ...item.texts, [locale]: old.get(item.key) ?? emptyTexts() },
      })),
    })),
    locales: draft.locales.toSpliced(before.locales.indexOf(locale), 0, locale),
    texts: { ...draft.texts, [locale]: before.texts[locale] ?? { name: '', description: '' } },
  }
}
