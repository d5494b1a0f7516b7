import type { RecognitionAccuracy } from '@fonema/contract'
import {
  addComparisons,
  type Comparison,
  calibrationError,
  compareRecognition,
  fillerRecall,
  letterErrorRate,
  proposeLimit,
  transcriptConfidence,
  wordErrorRate,
} from '@fonema/speech'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Tx } from '../../platform/database/database.ts'
import { heardWords } from '../transcripts.ts'

const mostTranscripts = 1000

/** The newest transcripts of recognisers with what a person made of them. */
const findPairs = (tx: Tx) =>
  tx
    .selectFrom('transcripts as written')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('transcripts')
          .select('words')
          .whereRef('take_id', '=', 'written.take_id')
          .where('engine', '=', 'typed')
          .orderBy('version', 'desc')
          .limit(1)
          .as('confirmed'),
      (join) => join.onTrue(),
    )
    .innerJoin('takes', 'takes.id', 'written.take_id')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_items.protocol_id')
    .innerJoin('locales', 'locales.id', 'protocols.locale_id')
    .select([
      'written.words',
      'written.model',
      'written.model_sha256',
      'confirmed.words as said',
      'item_categories.name as category',
      'locales.lang_code as language',
    ])
    .where('written.engine', '!=', 'typed')
    .orderBy('written.created_at', 'desc')
    .limit(mostTranscripts)
    .execute()

type Pair = Awaited<ReturnType<typeof findPairs>>[number]

/** How accurate each recogniser was, by language and kind of item; `trusted` is filled in by the caller. */
export async function accuracyOf(tx: Tx, catalogue: Catalogue): Promise<Omit<RecognitionAccuracy, 'trusted'>[]> {
  const groups = Map.groupBy(await findPairs(tx), ({ language, category, model, model_sha256 }) =>
    JSON.stringify([language, category, model, model_sha256]),
  )
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pairs]) => ({
      ...groupOf(pairs[0]!),
      ...figuresOf(pairs, catalogue.wordLists(pairs[0]!.language).fillers),
    }))
}

const groupOf = ({ language, category, model, model_sha256 }: Pair) => ({ language, category, model, model_sha256 })

function figuresOf(pairs: readonly Pair[], fillers: ReadonlySet<string>) {
  const compared = pairs.map((pair): { confidence: number | null; comparison: Comparison } => {
    const heard = heardWords(pair)
    // A corrected word keeps the recogniser's time, which therefore says nothing about the truth.
    const said = heardWords({ words: pair.said }).map(({ text }) => ({ text, startS: null }))
    return { confidence: transcriptConfidence(heard), comparison: compareRecognition(heard, said, fillers) }
  })
  const all = addComparisons(compared.map(({ comparison }) => comparison))
  return {
    transcripts: pairs.length,
    words: all.said,
    word_error_rate: wordErrorRate(all),
    letter_error_rate: letterErrorRate(all),
    fillers: all.fillers,
    filler_recall: fillerRecall(all),
    calibration_error: calibrationError(all.judged),
    proposed_confidence: proposeLimit(
      compared.flatMap(({ confidence, comparison }) =>
        // Where people confirm that nobody spoke, every word that the recogniser wrote is wrong.
        confidence === null ? [] : { confidence, errorRate: wordErrorRate(comparison) ?? 1 },
      ),
    ),
  }
}
