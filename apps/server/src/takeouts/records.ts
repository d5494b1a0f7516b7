import {
  completenessOf,
  type FileId,
  type LeftOutReason,
  type SessionId,
  type TakeId,
  type TypedWord,
} from '@fonema/contract'
import type { Span } from '@fonema/speech'
import { masked } from '@fonema/transcript-exchange/hidden'
import { type Hidden, type Hiding, hidingsOf, silentSpans } from '../analysis/hiding/hiding.ts'
import type { StoredTake } from '../analysis/hiding/silent-audio.ts'
import { isConfirmed } from '../analysis/transcripts.ts'
import type { CsvCell } from '../platform/csv/write-csv.ts'
import '../content/tables.ts'
import '../files/tables.ts'
import '../responses/tables.ts'
import { answersOf, isSpoken, recordingsOf } from './answers.ts'
import { audioPath, fileName, sessionLabel } from './names.ts'
import { type Content, isInRange, isTheirs, paged, participantsOf, subjectOf } from './scope.ts'

/** A stored object that is copied into the archive unchanged, or with silence in place of what is hidden. */
export type Enclosed = { key: string; path: string; sha256: string; size: number; silent?: Silent }
type Silent = { take: StoredTake; words: TypedWord[]; others: Span[] }

/** A recording that is not in a de-identified archive. */
export type LeftOut = { path: string; problem: LeftOutReason }

const moment = (date: Date | null) => date?.toISOString() ?? null

export async function* participantRows(content: Content): AsyncGenerator<CsvCell[]> {
  const { catalogue, names } = content
  for await (const row of participantsOf(content))
    yield [
      subjectOf(content, row),
      row.id,
      row.code,
      row.first_name,
      row.last_name,
      row.birthday,
      row.sex,
      row.education_years,
      row.occupation,
      row.diagnose,
      row.diagnose_date,
      catalogue.requireLocale(row.locale_id).code,
      row.phone,
      row.country,
      row.active,
      names.get(row.examiner_id ?? '') ?? null,
      row.consent_research,
      row.consent_others_heard,
      row.retain_until,
      moment(row.created_at),
    ]
}

export async function* sessionRows(content: Content): AsyncGenerator<CsvCell[]> {
  const { tx, catalogue, names } = content
  const rows = paged((after: SessionId, limit) =>
    tx
      .selectFrom('protocol_responses')
      .innerJoin('participants', 'participants.id', 'protocol_responses.participant_id')
      .innerJoin('protocols', 'protocols.id', 'protocol_responses.protocol_id')
      .selectAll('protocol_responses')
      .select(['participants.code', 'protocols.name', 'protocols.key', 'protocols.wording_version'])
      .select(['protocols.locale_id', 'protocols.is_practice'])
      .where('protocol_responses.id', '>', after)
      .where(isTheirs(content))
      .where(isInRange(content, 'protocol_responses.date_created'))
      .orderBy('protocol_responses.id')
      .limit(limit)
      .execute(),
  )
  for await (const row of rows)
    yield [
      subjectOf(content, { id: row.participant_id, code: row.code }),
      sessionLabel(row),
      row.id,
      row.name,
      row.key,
      row.wording_version,
      catalogue.requireLocale(row.locale_id).code,
      row.is_practice,
      moment(row.date_created),
      moment(row.completed_at),
      row.active,
      row.comment,
      names.get(row.examiner_id) ?? null,
      names.get(row.created_by) ?? null,
    ]
}

export async function* itemRows(content: Content, audio: Enclosed[], leftOut: LeftOut[]): AsyncGenerator<CsvCell[]> {
  const { names, takeout } = content
  for await (const rows of answersOf(content, 50)) {
    const takeIds = rows.filter(isSpoken).map(({ take }) => take.id)
    const hidings = await hidingsIn(content, takeIds)
    const channels = await channelsIn(content, takeIds)
    for (const row of rows) {
      const item = isSpoken(row) ? row.item : row
      const begin: CsvCell[] = [
        item.labels.subject,
        item.labels.session,
        item.key,
        item.title,
        item.position,
        item.category,
        item.skippable,
        item.skipped_purpose,
      ]
      if (!isSpoken(row)) {
        yield [...begin, ...Array<null>(21).fill(null)]
        continue
      }
      const { take, subject, session } = row
      const hiding = hidings?.get(take.id)
      // Silence is written as WAV.
      const contentType = hiding === undefined ? take.content_type : 'audio/wav'
      const path = audioPath({ subject, session, item: item.key, take: take.take, contentType })
      const isLeftOut = hiding !== undefined && 'reason' in hiding
      const file = { key: take.object_key, path, sha256: take.sha256, size: take.size_bytes }
      if (!takeout.include_audio) {
        // The table has no path either.
      } else if (hiding === undefined) {
        audio.push(file)
        const channel = channels.get(take.id)
        if (channel !== undefined)
          audio.push(enclosedChannel(channel, { subject, session, item: item.key, take: take.take }))
      } else if ('reason' in hiding) leftOut.push({ path, problem: hiding.reason })
      else audio.push({ ...file, silent: { take, words: hiddenOf(hiding), others: silentSpans(hiding) } })
      yield [
        ...begin,
        take.take,
        take.counts,
        take.interrupted,
        take.late,
        moment(take.recorded_at),
        moment(take.stored_at),
        names.get(take.recorded_by) ?? null,
        take.window_end - take.window_start,
        take.window_start,
        take.window_end,
        take.total_seconds,
        take.sample_rate_hz,
        take.content_type,
        take.size_bytes,
        take.sha256,
        takeout.include_audio && !isLeftOut ? path : null,
        take.quality?.verdict ?? null,
        take.quality?.reasons.join(' ') ?? null,
        take.quality?.snr_db ?? null,
        JSON.stringify(take.gaps),
        completenessOf(take.settings),
        JSON.stringify(take.settings),
      ]
    }
  }
}

type Channel = { take_id: TakeId; object_key: string; sha256: string; size_bytes: number; content_type: string }

/** The examiner's channels: only the person's own archive has them, as it has the recordings of whole sessions. */
async function channelsIn({ tx, takeout }: Content, ids: readonly TakeId[]): Promise<Map<TakeId, Channel>> {
  if (takeout.scope !== 'participant' || takeout.deidentified || ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('examiner_channels')
    .select(['take_id', 'object_key', 'sha256', 'size_bytes', 'content_type'])
    .where('take_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.take_id, row]))
}

const enclosedChannel = (
  { object_key, sha256, size_bytes, content_type }: Channel,
  place: Omit<Parameters<typeof audioPath>[0], 'contentType' | 'part'>,
): Enclosed => ({
  key: object_key,
  path: audioPath({ ...place, contentType: content_type, part: 'examiner' }),
  sha256,
  size: size_bytes,
})

/** What is hidden of each take; undefined in an archive that hides nothing. A take without an entry is left out. */
async function hidingsIn({ tx, takeout }: Content, ids: readonly TakeId[]): Promise<Map<TakeId, Hiding> | undefined> {
  if (!takeout.deidentified) return undefined
  const found = await hidingsOf(tx, ids)
  return new Map(ids.map((id): [TakeId, Hiding] => [id, found.get(id) ?? { reason: 'not_analysed' }]))
}

/** The hidden words alone: an archive has many recordings. */
export const hiddenOf = ({ words, hidden }: Hidden): TypedWord[] =>
  [...hidden].map((place) => words[place] ?? { text: '', start: null, end: null })

export async function* transcriptRows(content: Content): AsyncGenerator<CsvCell[]> {
  for await (const recorded of recordingsOf(content, 200)) {
    const ids = recorded.map(({ id }) => id)
    const versions = await content.tx
      .selectFrom('transcripts')
      .select(['take_id', 'version', 'text', 'engine', 'model', 'author_id', 'based_on', 'is_calibrated', 'created_at'])
      .where('take_id', 'in', ids)
      .orderBy('version')
      .execute()
    const byTake = Map.groupBy(versions, ({ take_id }) => take_id)
    const hidings = await hidingsIn(content, ids)
    for (const { id, take, asked, subject, session } of recorded)
      for (const row of shownVersions(byTake.get(id) ?? [], hidings?.get(id)))
        yield [
          subject,
          session,
          asked.key,
          take,
          row.version,
          row.text,
          row.engine,
          row.model,
          content.names.get(row.author_id ?? '') ?? null,
          row.based_on,
          isConfirmed(row),
          moment(row.created_at),
        ]
  }
}

/** All versions; of a take with hidden words only the newest, whose hidden words are masked. */
function shownVersions<Version extends { text: string }>(
  versions: readonly Version[],
  hiding: Hiding | undefined,
): readonly Version[] {
  if (hiding === undefined) return versions
  const newest = versions.at(-1)
  if (newest === undefined || 'reason' in hiding) return []
  const text = masked(hiding.words, hiding.hidden).map((word) => word.text)
  return [{ ...newest, text: text.join(' ') }]
}

/** The files of one participant, each under a unique name. */
export async function* fileRows(content: Content, enclosed: Enclosed[]): AsyncGenerator<CsvCell[]> {
  const rows = paged((after: FileId, limit) =>
    content.tx
      .selectFrom('files')
      .innerJoin('participants', 'participants.id', 'files.participant_id')
      .selectAll('files')
      .select('participants.code')
      .where('files.id', '>', after)
      .where(isTheirs(content))
      .orderBy('files.id')
      .limit(limit)
      .execute(),
  )
  let count = 0
  for await (const row of rows) {
    const path = `files/${String(++count).padStart(4, '0')}_${fileName(row.filename)}`
    enclosed.push({ key: row.object_key, path, sha256: row.sha256, size: row.size_bytes })
    yield [
      subjectOf(content, { id: row.participant_id, code: row.code }),
      row.id,
      row.filename,
      row.label,
      row.content_type,
      row.size_bytes,
      row.sha256,
      moment(row.date_created),
      path,
    ]
  }
}
