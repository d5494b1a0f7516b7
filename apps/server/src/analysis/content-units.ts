import type { ContentUnitResult } from '@fonema/contract'
import { findContentUnits, isOpenUnit, type Measured, measureContentUnits } from '@fonema/speech'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import './transcript-tables.ts'
import type { SpokenItem, TranscriptRow } from './transcripts.ts'

type Scored = { measured: Measured; units: ContentUnitResult[]; provisional: boolean }

/** Marks of words that say nothing by themselves, or something else than was meant. */
const withoutMeaning: ReadonlySet<string> = new Set(['filler', 'fragment', 'unintelligible', 'paraphasia'])

/** Whether a word may say a unit: heard, the participant's, and meant as it stands. */
const mayCount = ({ doubt, speaker, marks = [] }: TranscriptRow['words'][number]) =>
  doubt === undefined && (speaker ?? 'participant') === 'participant' && !marks.some((mark) => withoutMeaning.has(mark))

/** The content units of an item with what the examiner decided. */
export async function scoreContentUnits(
  tx: Tx,
  catalogue: Catalogue,
  { language, takeId }: SpokenItem,
  units: readonly string[],
  { words, speech_span_s }: TranscriptRow,
): Promise<Scored> {
  const decided = await tx
    .selectFrom('content_unit_decisions')
    .select(['unit', 'choice'])
    .where('take_id', '=', takeId)
    .execute()
  const choices = new Map(decided.map(({ unit, choice }) => [unit, choice]))
  const known = catalogue.contentUnits(language, units)
  const asked = units.map((unit, index) => ({ unit, rules: known?.rules[index] ?? null }))
  const spoken = words.map((word) => (mayCount(word) ? word.text : null))
  const negation = known?.negation ?? catalogue.noNegation
  const found = findContentUnits(spoken, asked, catalogue.wordLists(language), negation).map((one) => ({
    ...one,
    choice: choices.get(one.unit) ?? null,
  }))
  return {
    measured: measureContentUnits(found, speech_span_s),
    units: found.map(({ places, ...unit }) => ({
      ...unit,
      words: places.map((place) => {
        const { text, start, end } = words[place]!
        return { text, start, end }
      }),
    })),
    provisional: found.some(isOpenUnit),
  }
}
