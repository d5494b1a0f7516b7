import {
  type ContentUnit,
  comparable,
  formWord,
  indexNames,
  type NegationRules,
  type UnitPattern,
} from '@fonema/speech'
import { z } from 'zod'

const filled = z.string().trim().min(1)
/** One or more words, each whole, or with "*" for any ending. */
const form = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}':]*\*?(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}':]*\*?)*$/u, 'words')
/** Names of groups, apart by spaces; "-" before one that must be denied. */
const pattern = z.string().regex(/^-?[a-z_]+(?: -?[a-z_]+)*$/, 'names of groups apart by spaces')

/** How the content units of pictures and stories are said in a language: `content/content-units`. */
export const ContentUnitsFile = z
  .strictObject({
    language: z.string().regex(/^[a-z]{2}$/),
    licence: filled,
    source: filled,
    /** Words that deny what follows. */
    negations: z.array(form).min(1),
    /** Phrases with a negation that deny nothing: "I don't know". */
    harmless: z.array(form),
    /** Words that end what a negation denies. */
    turns: z.array(form),
    lists: z.record(
      z.string().regex(/^[a-z-]+$/),
      z.strictObject({
        /** The forms of each group; "fly*" is every word that begins with "fly". */
        groups: z.record(z.string().regex(/^[a-z_]+$/), z.array(form).min(1)),
        units: z
          .array(z.strictObject({ unit: filled, said: z.array(pattern).min(1), unsure: z.array(pattern).default([]) }))
          .min(1),
      }),
    ),
  })
  .superRefine(({ lists }, context) => {
    for (const [name, { groups, units }] of Object.entries(lists)) {
      const used = units.flatMap(({ said, unsure }) => [...said, ...unsure].flatMap((one) => one.split(/ ?-| /)))
      for (const group of Object.keys(groups))
        if (!used.includes(group))
          context.addIssue({ code: 'custom', path: ['lists', name, 'groups', group], message: 'is used by no unit' })
      for (const [index, { said, unsure }] of units.entries())
        for (const group of [...said, ...unsure].flatMap((one) => one.split(' ')))
          if (!Object.hasOwn(groups, group.replace(/^-/, '')))
            context.addIssue({
              code: 'custom',
              path: ['lists', name, 'units', index],
              message: `has no group "${group}"`,
            })
    }
  })
export type ContentUnitsFile = z.infer<typeof ContentUnitsFile>

const plain = (text: string) => comparable(text.normalize('NFC').toLowerCase())

export const negationOf = (file: ContentUnitsFile): NegationRules => ({
  negations: new Set(file.negations.map(plain)),
  harmless: indexNames(file.harmless.map((phrase) => [phrase, plain(phrase).split(' ')])),
  turns: new Set(file.turns.map(plain)),
})

/** The lists of a language by name, each with its units by name. */
export const unitLists = ({ lists }: ContentUnitsFile): ReadonlyMap<string, ReadonlyMap<string, ContentUnit>> =>
  new Map(Object.entries(lists).map(([name, list]) => [name, unitsOf(list)]))

function unitsOf({ groups, units }: ContentUnitsFile['lists'][string]): ReadonlyMap<string, ContentUnit> {
  const forms = new Map(
    Object.entries(groups).map(([name, written]) => [name, written.map((one) => plain(one).split(' ').map(formWord))]),
  )
  const patternOf = (written: string): UnitPattern =>
    written.split(' ').map((group) => ({
      forms: forms.get(group.replace(/^-/, '')) ?? [],
      isNegated: group.startsWith('-'),
    }))
  return new Map(
    units.map(({ unit, said, unsure }) => [unit, { unit, said: said.map(patternOf), unsure: unsure.map(patternOf) }]),
  )
}
