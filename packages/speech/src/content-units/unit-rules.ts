import type { NameIndex } from '../name-index.ts'

/** A word of a form: as it is compared, or the beginning of a word with any ending. */
type FormWord = { readonly text: string; readonly isStem: boolean }

/** One part of a pattern: forms of one meaning, each of one or more words in a row. */
export type UnitGroup = { readonly forms: readonly (readonly FormWord[])[]; readonly isNegated: boolean }

/** What must be said for a unit: a form of every group, near to one another, in any order. */
export type UnitPattern = readonly UnitGroup[]

/** A content unit of a picture or a story. `unsure`: words that may mean it, so that an examiner decides. */
export type ContentUnit = {
  readonly unit: string
  readonly said: readonly UnitPattern[]
  readonly unsure: readonly UnitPattern[]
}

/** How a language says that something is not so. */
export type NegationRules = {
  readonly negations: ReadonlySet<string>
  /** phrases with a negation that deny nothing of what follows: "I don't know" */
  readonly harmless: NameIndex
  /** words that end what a negation denies: "but", "and" */
  readonly turns: ReadonlySet<string>
}

/** A word of a form as it is written in a list: "fly*" stands for every word that begins with "fly". */
export const formWord = (written: string): FormWord =>
  written.endsWith('*') ? { text: written.slice(0, -1), isStem: true } : { text: written, isStem: false }
