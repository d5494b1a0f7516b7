import type { FluencyChoice, FluencyWord } from '@fonema/contract'
import { type FluencyTask, type Measured, measureFluency, type SpokenWord } from '@fonema/speech'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import './transcript-tables.ts'
import type { SpokenItem } from './transcripts.ts'

type Asked = NonNullable<SpokenItem['fluency']>

/** The task as decisions remember it: a decision about a name or a family holds for every letter. */
export const taskName = (fluency: Asked) => ('letters' in fluency ? 'letter' : fluency.list)

/** The score of a fluency item with what the examiners decided; null: no list or rules to count with. */
export async function scoreFluency(
  tx: Tx,
  catalogue: Catalogue,
  { language, takeId, window }: SpokenItem,
  fluency: Asked,
  words: readonly SpokenWord[],
): Promise<{ measured: Measured; asked: FluencyWord[] } | null> {
  const task = taskOf(catalogue, language, fluency)
  const rules = catalogue.fluencyRules(language)
  if (task === null || rules === undefined) return null
  const rows = await tx
    .selectFrom('fluency_decisions')
    .select(['word', 'beside', 'choice'])
    .where('language', '=', language)
    .where('task', '=', taskName(fluency))
    .where((row) => row.or([row('take_id', 'is', null), row('take_id', '=', takeId)]))
    // A decision for this take alone replaces the organisation's.
    .orderBy('take_id', (order) => order.desc().nullsFirst())
    .execute()
  const decisions = new Map(
    rows.map(({ word, beside, choice }): [string, FluencyChoice] => [`${word}\n${beside}`, choice]),
  )
  const { answers, ...measured } = measureFluency(
    words,
    task,
    catalogue.wordLists(language),
    rules,
    window.end - window.start,
    (word, beside) => decisions.get(`${word}\n${beside}`),
  )
  const asked = new Map<string, FluencyWord>()
  for (const { word, asked: question } of answers)
    if (question !== null) asked.set(`${word}\n${question.beside}`, { word, ...question })
  return { measured, asked: [...asked.values()] }
}

/** The list or letters of a fluency item; null where there is no such list, so nothing can be counted. */
function taskOf(catalogue: Catalogue, language: string, fluency: Asked): FluencyTask | null {
  if ('letters' in fluency) return { kind: 'letter', letters: fluency.letters }
  const category = catalogue.category(language, fluency.list)
  return category === undefined ? null : { kind: 'category', category }
}
