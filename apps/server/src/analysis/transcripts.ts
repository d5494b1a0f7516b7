import type { FeatureError, TakeId, TranscriptVersion, UserId } from '@fonema/contract'
import { countWords, type Measured, measureLexical, type WordFunctionName, type WordLists } from '@fonema/speech'
import type { Insertable, Selectable } from 'kysely'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { scoreFluency } from './fluency.ts'
import { recited } from './functions.ts'
import { areUnknown, assignSpeakers, findSpeakers, isOfParticipant } from './speakers/words.ts'
import './tables.ts'
import './transcript-tables.ts'

export type TranscriptRow = Selectable<Tables['transcripts']>

/** A take with what is needed to measure its transcript. */
export type SpokenItem = {
  takeId: TakeId
  sha256: string
  window: { start: number; end: number }
  language: string
  reference: string | null
  fluency: { letters: string[] } | { list: string } | null
}

export const transcriptsOf = (tx: Tx, takeId: TakeId) =>
  tx.selectFrom('transcripts').selectAll().where('take_id', '=', takeId)

export const findTranscripts = (tx: Tx, takeId: TakeId): Promise<TranscriptRow[]> =>
  transcriptsOf(tx, takeId).orderBy('version', 'desc').execute()

export const insertTranscript = (tx: Tx, row: Insertable<Tables['transcripts']>): Promise<TranscriptRow> =>
  tx.insertInto('transcripts').values(row).returningAll().executeTakeFirstOrThrow()

export async function findSpokenItem(tx: Tx, takeId: TakeId): Promise<SpokenItem | undefined> {
  const row = await tx
    .selectFrom('takes')
    .innerJoin('item_responses', 'item_responses.id', 'takes.item_response_id')
    .innerJoin('protocol_items', 'protocol_items.id', 'item_responses.protocol_item_id')
    .innerJoin('item_categories', 'item_categories.id', 'protocol_items.category_id')
    .innerJoin('protocols', 'protocols.id', 'protocol_items.protocol_id')
    .innerJoin('locales', 'locales.id', 'protocols.locale_id')
    .select(['takes.id', 'sha256', 'window_start', 'window_end', 'lang_code', 'reference_text', 'fluency'])
    .select('item_categories.name as category')
    .where('takes.id', '=', takeId)
    .executeTakeFirst()
  return (
    row && {
      takeId: row.id,
      sha256: row.sha256,
      window: { start: row.window_start, end: row.window_end },
      language: row.lang_code,
      reference: recited.has(row.category) ? row.reference_text : null,
      fluency: row.fluency,
    }
  )
}

/** Whether the words may be counted: a person confirmed them, or the recogniser is calibrated for the speaker. */
export const isConfirmed = ({ engine, is_calibrated }: Pick<TranscriptRow, 'engine' | 'is_calibrated'>) =>
  engine === 'typed' || is_calibrated

/** Measures the words of a take again, after its sound was measured: who speaks may have changed. */
export async function renewWords(tx: Tx, catalogue: Catalogue, takeId: TakeId, now: Date): Promise<void> {
  const item = await findSpokenItem(tx, takeId)
  const [newest] = await findTranscripts(tx, takeId)
  if (item !== undefined && newest !== undefined) await saveWordResults(tx, catalogue, item, newest, now)
}

type Outcome = { measured: Measured; data: object } | { error: FeatureError }

const nothingMeasured: Measured = { scores: {}, missing: {} }

/**
 * Replaces the results of every function that reads words with those of a version of the transcript. Unconfirmed words
 * are shown, but not counted.
 */
export async function saveWordResults(
  tx: Tx,
  catalogue: Catalogue,
  item: SpokenItem,
  stored: TranscriptRow,
  now: Date,
): Promise<void> {
  const lists = catalogue.wordLists(item.language)
  const speakers = await findSpeakers(tx, item.takeId)
  const words = speakers.found === null ? stored.words : assignSpeakers(stored.words, speakers.found)
  const transcript = {
    ...stored,
    words,
    ...(speakers.people > 1 && { speech_span_s: speakers.speech_span_s, phonation_s: speakers.phonation_s }),
  }
  const isUnknown = areUnknown(speakers, heardWords(transcript))
  const version = { transcript_version: transcript.version, engine: transcript.engine }
  const confirmed = isConfirmed(transcript)
  const reason = confirmed ? (isUnknown ? 'speakers_unknown' : null) : 'words_not_confirmed'
  const outcomes: Record<WordFunctionName, Outcome> = {
    transcript: {
      measured: nothingMeasured,
      data: {
        transcript: transcript.text,
        segments: transcript.segments,
        words: transcript.words,
        ...(reason === null && {
          words_count: {
            words: Object.fromEntries(countWords(ownText(transcript), lists)),
            all_words: Object.fromEntries(countWords(ownText(transcript), { ...lists, stopWords: new Set() })),
          },
        }),
        confirmed,
        model: transcript.model,
        ...(transcript.model_words !== null && { model_words: transcript.model_words }),
        ...version,
      },
    },
    lexical: reason === null ? { measured: lexicalOf(transcript, item, lists), data: version } : { error: reason },
    fluency: await fluencyOf(tx, transcript, item, catalogue, reason),
  }
  for (const [entry, outcome] of Object.entries(outcomes)) {
    const { scores, missing } = 'error' in outcome ? nothingMeasured : outcome.measured
    await tx
      .updateTable('feature_results')
      .set({
        status: 'error' in outcome ? 'failed' : 'ready',
        error: 'error' in outcome ? outcome.error : null,
        scores: JSON.stringify(scores),
        missing: JSON.stringify(missing),
        data: JSON.stringify('error' in outcome ? {} : outcome.data),
        measured: JSON.stringify({ sha256: item.sha256, window: item.window }),
        updated_at: now,
      })
      .where('take_id', '=', item.takeId)
      .where('entry', '=', entry)
      .execute()
  }
}

/** Without words that a recogniser probably invented. */
export const heardWords = ({ words }: Pick<TranscriptRow, 'words'>) => words.filter(({ doubt }) => doubt === undefined)

type Spoken = Pick<TranscriptRow, 'text' | 'words' | 'speech_span_s' | 'phonation_s'>

/** The text without the words of other people. */
const ownText = (transcript: Spoken) =>
  transcript.words.every(isOfParticipant)
    ? transcript.text
    : spokenWords(transcript)
        .map(({ text }) => text)
        .join(' ')

/** The participant's. */
const spokenWords = (transcript: Spoken) =>
  heardWords(transcript)
    .filter(isOfParticipant)
    .map(({ text, start, end }) => ({ text, startS: start, endS: end }))

const lexicalOf = (transcript: Spoken, item: SpokenItem, lists: WordLists): Measured =>
  measureLexical(ownText(transcript), {
    lists,
    words: spokenWords(transcript),
    speechSpanS: transcript.speech_span_s,
    phonationS: transcript.phonation_s,
    reference: item.reference,
  })

async function fluencyOf(
  tx: Tx,
  transcript: Pick<TranscriptRow, 'version' | 'engine'> & Spoken,
  item: SpokenItem,
  catalogue: Catalogue,
  reason: FeatureError | null,
): Promise<Outcome> {
  if (item.fluency === null) return { error: 'not_measured' }
  if (reason !== null) return { error: reason }
  const scored = await scoreFluency(tx, catalogue, item, item.fluency, spokenWords(transcript))
  if (scored === null) return { error: 'not_measured' }
  const { measured, asked } = scored
  const provisional = asked.some(({ choice }) => choice === null)
  const version = { transcript_version: transcript.version, engine: transcript.engine }
  return { measured, data: { ...version, asked, provisional } }
}

export const toVersion = (
  row: TranscriptRow,
  author: { id: UserId; first_name: string; last_name: string } | null,
): TranscriptVersion => {
  const { version, text, engine, based_on, model } = row
  const made = { version, text, created_at: row.created_at.toISOString() }
  return engine === 'typed'
    ? { ...made, engine, author, based_on, model: null }
    : { ...made, engine, author: null, based_on: null, model }
}
