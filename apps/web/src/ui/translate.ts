import type { TextKey } from '../texts/tables.ts'

/** Texts by their full key, of one language. */
export type TextTable = Record<string, string>
type TextValues = Readonly<Record<string, string | number | null | undefined>>

/** `key` where the texts have `key_one` and `key_other`; the value `count` chooses. */
type PluralKey = TextKey extends infer Key ? (Key extends `${infer Base}_one` ? Base : never) : never

/** The text of a key with its `{{values}}`. Without a text, the key itself. */
export type TFunction = (key: TextKey | PluralKey, values?: TextValues) => string

/** @param table read at each call, so that texts may be added later */
export function translator(language: string, table: TextTable): TFunction {
  const plurals = new Intl.PluralRules(language)
  return (key, values = {}) => {
    const { count } = values
    const plural = typeof count === 'number' ? table[`${key}_${plurals.select(count)}`] : undefined
    // Spanish, Portuguese and French say "de" before a whole million; our texts have no form for it.
    const other = typeof count === 'number' ? table[`${key}_other`] : undefined
    const text = plural ?? other ?? table[key] ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
