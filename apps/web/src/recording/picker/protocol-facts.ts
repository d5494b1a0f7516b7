import type { ProtocolItem } from '@fonema/contract'

/** Seconds to read an instruction, get ready and go on. */
const betweenItems = 25
/** Seconds of an item without a maximum. */
const usualMaximum = 60

/** About how long a protocol takes, in whole minutes. On average, an item takes half of its maximum. */
export function aboutMinutes(items: readonly Pick<ProtocolItem, 'max_duration'>[]): number {
  const seconds = items.reduce((sum, { max_duration }) => sum + betweenItems + (max_duration ?? usualMaximum) / 2, 0)
  return Math.max(1, Math.round(seconds / 60))
}

const domains = ['voice', 'articulation', 'timing', 'language'] as const
type MeasuredDomain = (typeof domains)[number]

/** What the items of each category are recorded for. */
const domainsOfCategory: Readonly<Record<string, readonly MeasuredDomain[]>> = {
  sustained_vowel: ['voice'],
  diadochokinesis: ['articulation'],
  counting: ['voice', 'timing'],
  reading: ['voice', 'timing'],
  sentence: ['articulation', 'timing'],
  picture_description: ['timing', 'language'],
  fluency: ['language'],
  free_speech: ['timing', 'language'],
  retelling: ['timing', 'language'],
}

/** What a protocol measures, in a fixed order. */
export function measuredDomains(items: readonly Pick<ProtocolItem, 'category'>[]): MeasuredDomain[] {
  const measured = new Set(items.flatMap(({ category }) => domainsOfCategory[category.name] ?? []))
  return domains.filter((domain) => measured.has(domain))
}
