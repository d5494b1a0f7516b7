import type { FeatureError, TakeId, TranscriptVersion, UserId, WordMark } from '@fonema/contract'
import { countWords, type Measured, measureLexical, type WordFunctionName, type WordLists } from '@fonema/speech'
import type { Insertable, Selectable } from 'kysely'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { scoreContentUnits } from './content-units.ts'
import { scoreFluency } from './fluency.ts'
import { recited } from './functions.ts'
import { scoreReading } from './reading.ts'
import { areUnknown, assignSpeakers, findSpeakers, isOfParticipant } from './speakers/words.ts'
import './tables.ts'
import './transcript-tables.ts'
import type { TimedWord } from './transcription/transcription.ts'

export type TranscriptRow = Selectable<Tables['transcripts']>

/** A take with what is needed to measure its transcript. */
export type SpokenItem = {
  takeId: TakeId
  sha256: string
  window: { start: number; end: number }
  language: string
  /** The item's kind, such as `reading`. */
  category: string
  reference: string | null
  fluency: { letters: string[] } | { list: string } | null
  /** the content units of a picture or a story; null: it has none */
  units: string[] | null
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
    .select('information_units')
    .select('item_categories.name as category')
    .where('takes.id', '=', takeId)
    .executeTakeFirst()
  return (
    row && {
      takeId: row.id,
      sha256: row.sha256,
      window: { start: row.window_start, end: row.window_end },
      language: row.lang_code,
      category: row.category,
      reference: recited.has(row.category) ? row.reference_text : null,
      fluency: row.fluency,
      units: row.information_units,
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

/** `isOwnSpeech`: the lengths of speech are the participant's alone. */
type MeasuredTranscript = TranscriptRow & { isOwnSpeech: boolean }

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
  const transcript: MeasuredTranscript = {
    ...stored,
    words: speakers.found === null ? stored.words : assignSpeakers(stored.words, speakers.found),
    ...(speakers.people > 1 && { speech_span_s: speakers.speech_span_s, phonation_s: speakers.phonation_s }),
    isOwnSpeech: speakers.people > 1 && speakers.found !== null,
  }
  const version = versionOf(transcript)
  const confirmed = isConfirmed(transcript)
  const isUnknown = areUnknown(speakers, heardWords(transcript))
  const reason = confirmed ? (isUnknown ? 'speakers_unknown' : null) : 'words_not_confirmed'
  const cloud = cloudText(transcript)
  const outcomes: Record<WordFunctionName, Outcome> = {
    transcript: {
      measured: nothingMeasured,
      data: {
        transcript: transcript.text,
        segments: transcript.segments,
        words: transcript.words,
        ...(reason === null && {
          words_count: {
            words: Object.fromEntries(countWords(cloud, lists)),
            all_words: Object.fromEntries(countWords(cloud, { ...lists, stopWords: new Set() })),
          },
        }),
        confirmed,
        ...(transcript.model_words !== null && { model_words: transcript.model_words }),
        ...version,
      },
    },
    lexical: reason === null ? { measured: lexicalOf(transcript, item, lists), data: version } : { error: reason },
    fluency: await fluencyOf(tx, transcript, item, catalogue, reason),
    content_units: await unitsOf(tx, transcript, item, catalogue, reason),
    reading_alignment: readingOf(transcript, item, lists, reason),
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

const spokenWords = (transcript: TranscriptRow) =>
  heardWords(transcript).map((word) => ({
    text: word.text,
    startS: word.start,
    endS: word.end,
    marks: word.marks,
    isOthers: !isOfParticipant(word),
  }))

const noWords: readonly WordMark[] = ['unintelligible', 'filler', 'fragment']
const isOut = (word: TimedWord) => !isOfParticipant(word) || (word.marks ?? []).some((mark) => noWords.includes(mark))

/** The participant's words of a transcript, without those that a person marked as no words. */
function cloudText(transcript: TranscriptRow): string {
  const words = heardWords(transcript)
  if (!words.some(isOut)) return transcript.text
  return words.flatMap((word) => (isOut(word) ? [] : word.text)).join(' ')
}

const lexicalOf = (transcript: MeasuredTranscript, item: SpokenItem, lists: WordLists): Measured =>
  measureLexical(transcript.text, {
    lists,
    words: spokenWords(transcript),
    speechSpanS: transcript.speech_span_s,
    phonationS: transcript.phonation_s,
    isOwnSpeech: transcript.isOwnSpeech,
    reference: item.reference,
  })

async function fluencyOf(
  tx: Tx,
  transcript: TranscriptRow,
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
  return { measured, data: { ...versionOf(transcript), asked, provisional } }
}

/** What a result was made from: stored with each, so that its words can be traced. */
const versionOf = ({ version, engine, model, model_sha256, settings }: TranscriptRow) => ({
  transcript_version: version,
  engine,
  model,
  ...(model_sha256 !== null && { model_sha256 }),
  ...(Object.keys(settings).length > 0 && { settings }),
})

async function unitsOf(
  tx: Tx,
  transcript: TranscriptRow,
  item: SpokenItem,
  catalogue: Catalogue,
  reason: FeatureError | null,
): Promise<Outcome> {
  if (item.units === null) return { error: 'no_units' }
  if (reason !== null) return { error: reason }
  const { measured, ...data } = await scoreContentUnits(tx, catalogue, item, item.units, transcript)
  return { measured, data: { ...versionOf(transcript), ...data } }
}

function readingOf(
  transcript: TranscriptRow,
  item: SpokenItem,
  lists: WordLists,
  reason: FeatureError | null,
): Outcome {
  if (item.reference === null) return { error: 'not_measured' }
  if (reason !== null) return { error: reason }
  const { measured, reading } = scoreReading(transcript, item, item.reference, lists)
  return { measured, data: { ...versionOf(transcript), reading } }
}

export const toVersion = (
  row: TranscriptRow,
  author: { id: UserId; first_name: string; last_name: string } | null,
): TranscriptVersion => {
  const { version, text, words, engine, based_on, model } = row
  const made = { version, text, words, created_at: row.created_at.toISOString() }
  return engine === 'typed'
    ? { ...made, engine, author, based_on, model: null }
    : { ...made, engine, author: null, based_on: null, model }
}
