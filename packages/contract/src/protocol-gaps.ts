// Imports no schema: the web loads this file alone.

import type { DraftItem, DraftItemTexts, ProtocolDraft } from './protocol-drafts.ts'
import { mostItems } from './protocol-limits.ts'

/** What a draft lacks before it can be published. */
export const gapCodes = [
  'required',
  /** Another language has it. */
  'missing_in_language',
  'max_below_min',
  'needs_picture',
  'needs_rule',
  'needs_stimulus',
  'too_many_items',
] as const
export type GapCode = (typeof gapCodes)[number]

/** `item` and `locale` are null for what belongs to the protocol and to all languages. `field`: its name in the draft. */
export type ProtocolGap = { code: GapCode; item: string | null; locale: string | null; field: string }

const isBlank = (text: string | undefined) => text === undefined || text.trim() === ''
/** The words of an instruction without its tags. */
export const plainInstruction = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .trim()

/** Every part that a draft lacks, in the order of the draft. A draft without gaps can be published. */
export function gapsOf(draft: ProtocolDraft): ProtocolGap[] {
  const gaps: ProtocolGap[] = []
  const add = (code: GapCode, field: string, locale: string | null = null) =>
    gaps.push({ code, item: null, locale, field })
  for (const locale of draft.locales) {
    if (isBlank(draft.texts[locale]?.name)) add('required', 'name', locale)
    if (isBlank(draft.texts[locale]?.description)) add('required', 'description', locale)
  }
  if (isBlank(draft.licence)) add('required', 'licence')
  if (isBlank(draft.source)) add('required', 'source')
  const items = draft.blocks.flatMap((block) => block.items)
  if (items.length === 0) add('required', 'items')
  if (items.reduce((sum, item) => sum + item.repeats, 0) > mostItems) add('too_many_items', 'items')
  return [...gaps, ...items.flatMap((item) => gapsOfItem(item, draft.locales))]
}

function gapsOfItem(item: DraftItem, locales: readonly string[]): ProtocolGap[] {
  const gaps: ProtocolGap[] = []
  const add = (code: GapCode, field: string, locale: string | null = null) =>
    gaps.push({ code, item: item.key, locale, field })
  if (item.max_duration !== null && item.max_duration <= item.min_duration) add('max_below_min', 'max_duration')
  const versions = locales.map((locale) => item.texts[locale])
  const has = (field: keyof DraftItemTexts) => versions.some((texts) => texts !== undefined && isFilled(texts, field))
  for (const [index, locale] of locales.entries()) {
    const texts = versions[index]
    if (isBlank(texts?.title)) add('required', 'title', locale)
    if (texts === undefined || plainInstruction(texts.trigger) === '') add('required', 'trigger', locale)
    for (const field of ['reference_text', 'information_units', 'fluency', 'image', 'audio', 'video'] as const)
      if (has(field) && (texts === undefined || !isFilled(texts, field))) add('missing_in_language', field, locale)
    if (texts === undefined) continue
    for (const field of ['image', 'audio', 'video'] as const) {
      const medium = texts[field]
      if (medium === null) continue
      if (isBlank(medium.licence)) add('required', `${field}.licence`, locale)
      if (isBlank(medium.source)) add('required', `${field}.source`, locale)
      if ('alt' in medium && isBlank(medium.alt)) add('required', `${field}.alt`, locale)
    }
  }
  if (item.category === 'fluency' && !has('fluency')) add('needs_rule', 'fluency', locales[0] ?? null)
  if (item.category === 'picture_description' && !has('image') && !has('video'))
    add('needs_picture', 'image', locales[0] ?? null)
  if (item.category === 'naming' && !has('image') && !has('audio') && !has('video'))
    add('needs_stimulus', 'image', locales[0] ?? null)
  if ((item.category === 'reading' || item.category === 'sentence') && !has('reference_text'))
    add('required', 'reference_text', locales[0] ?? null)
  return gaps
}

function isFilled(texts: DraftItemTexts, field: keyof DraftItemTexts): boolean {
  const value = texts[field]
  if (typeof value === 'string') return !isBlank(value)
  return Array.isArray(value) ? value.length > 0 : value !== null
}
