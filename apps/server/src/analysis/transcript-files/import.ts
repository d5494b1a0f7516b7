import { mostWords, type TranscriptImportPreview, type TranscriptLoss, type TypedWord } from '@fonema/contract'
import { type Read, readTranscript, TranscriptFileError } from '@fonema/transcript-exchange'
import type { FastifyRequest } from 'fastify'
import { receiveCsv } from '../../platform/csv/receive-csv.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import { once } from '../../platform/http/idempotency.ts'
import type { Examiner } from '../../platform/http/principal.ts'
import type { ItemPath } from '../../responses/answers.ts'
import { type CorrectionDeps, correctTranscript, requireTake } from '../transcript-service.ts'
import { changesOf, withKnownTimes } from './changes.ts'
import { findRecorded, ofWindow, typedWords } from './recorded-transcript.ts'

type ImportDeps = CorrectionDeps & { database: Database }

/** What an import of the file would do. Nothing is stored. */
export async function previewImport(
  { database }: ImportDeps,
  examiner: Examiner,
  path: ItemPath,
  request: FastifyRequest,
): Promise<TranscriptImportPreview> {
  const bytes = await receiveFor(database, examiner, path, request)
  return database.tenant(examiner.organizationId, async (tx) => {
    const { before, words, format, losses, version } = await readFor(tx, examiner, path, bytes)
    return {
      format,
      based_on: version,
      text: textOf(words),
      words: words.length,
      untimed: words.filter(({ start }) => start === null).length,
      changes: changesOf(before, words),
      losses,
    }
  })
}

/**
 * Stores the file's words as the next version, by the person.
 *
 * @throws {AppError} `conflict` when there is a newer version than `basedOn`
 */
export async function importTranscript(
  deps: ImportDeps,
  examiner: Examiner,
  path: ItemPath,
  request: FastifyRequest,
  basedOn: number | undefined,
) {
  const bytes = await receiveFor(deps.database, examiner, path, request)
  if (basedOn === undefined) throw new InvalidFields({ based_on: ['required'] })
  const { method, url, headers } = request
  return deps.database.tenant(examiner.organizationId, (tx) =>
    once(tx, deps.clock, { method, url, headers, body: bytes.toString('base64') }, examiner, async () => {
      const { words } = await readFor(tx, examiner, path, bytes)
      return correctTranscript(deps, tx, examiner, path, { words, based_on: basedOn })
    }),
  )
}

/** The file, once the item is known to be the examiner's. */
async function receiveFor(database: Database, examiner: Examiner, path: ItemPath, request: FastifyRequest) {
  await database.tenant(examiner.organizationId, (tx) => requireTake(tx, examiner, path))
  return (await receiveCsv(request)).bytes
}

type ReadFor = {
  before: TypedWord[]
  words: TypedWord[]
  format: Read['format']
  losses: TranscriptLoss[]
  version: number
}

async function readFor(tx: Tx, examiner: Examiner, path: ItemPath, bytes: Uint8Array): Promise<ReadFor> {
  const recorded = await findRecorded(tx, await requireTake(tx, examiner, path))
  const { newest, totalSeconds } = recorded
  const before = newest === undefined ? [] : typedWords(newest)
  const { words, format, losses } = refusing(() => {
    const read = readTranscript(bytes, totalSeconds)
    const within = ofWindow(recorded, read.words)
    if (within === null) throw new TranscriptFileError('outside')
    return { ...read, words: within }
  })
  if (words.length > mostWords) throw new AppError('file_too_large')
  return { before, words: withKnownTimes(words, before), format, losses, version: newest?.version ?? 0 }
}

function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TranscriptFileError)) throw error
    const { problem, line, place } = error
    throw new AppError('transcript_file_refused', { problem, line, place }, { cause: error })
  }
}

const textOf = (words: readonly TypedWord[]) => words.map(({ text }) => text).join(' ')
