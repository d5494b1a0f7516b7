import type { IndexReason, Quality, Unjudged } from '@fonema/contract'
import type { Wording } from '../wordings.ts'

export type Phrases = Readonly<Record<Wording, { high: string; low: string }>>

/** The words of one language. Numbers and dates arrive formatted. A phrase begins with a capital. */
export type Texts = {
  than: { most: (phrase: string) => string; on: (phrase: string, date: string) => string }
  perhaps: (phrase: string) => string
  invented: string
  percentile: (percentile: string, low: string, high: string) => string
  /** A change beyond the error, and one beyond an error that is only a lower limit. */
  changed: (value: string, before: string, error: string) => string
  changedAtLeast: (value: string, before: string, error: string) => string
  index: {
    name: (name: string) => string
    above: (value: string, cutOff: string) => string
    below: (value: string, cutOff: string) => string
    no_cut_off: (value: string, language: string) => string
    byClinic: string
  }
  also: (items: string) => string
  related: (measures: string) => string
  norm: (name: string, version: string) => string
  unjudged: Readonly<Record<Exclude<Unjudged['reason'], 'index' | 'doubtful'>, (count: number) => string>>
  /** `some`: the measures of an item; empty for an index, which is named before. */
  doubtful: (some: string, reasons: string) => string
  measures: (count: number) => string
  because: (reasons: string) => string
  quality: Readonly<Record<Quality['reasons'][number], string>>
  /** The other indices have names of their own. */
  vowelSpace: string
  indexReasons: Readonly<Record<IndexReason, string>>
  chance: (measures: number, expected: number) => string
  chanceOfChanges: (changes: number, expected: number) => string
  noDiagnosis: string
  /** By unit, and by measure where the unit alone does not say what is counted. */
  units: Readonly<Record<string, string>>
}

export const plural = (language: string) => {
  const rules = new Intl.PluralRules(language)
  return (count: number, one: string, other: string) => (rules.select(count) === 'one' ? one : other)
}
