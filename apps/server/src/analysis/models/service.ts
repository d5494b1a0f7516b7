import type { Model } from '@fonema/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { priority, type Queue } from '../../platform/jobs/queue.ts'
import type { TranscriberSettings } from '../transcription/transcriber.ts'
import { bytesOf, hasChecksums, type ModelEntry } from './catalogue.ts'
import './tables.ts'

export type ModelDeps = {
  database: Database
  queue: Queue
  clock: Clock
  models: readonly ModelEntry[]
  transcriber: TranscriberSettings
  /** Records in the audit log who requested a model. */
  noteRequest(tx: Tx, principal: Principal, name: string): Promise<void>
}

/** A working process updates the row every few seconds. After this time without an update it counts as ended. */
const silentSeconds = 120

export async function listModels({ database, clock, models, transcriber }: ModelDeps): Promise<Model[]> {
  if (transcriber.kind !== 'sherpa') return []
  const rows = new Map((await findModels(database.shared)).map((row) => [row.name, row]))
  return models.map((entry) => describe(entry, rows.get(entry.name), transcriber.model, clock.now()))
}

/** Requests a model: a worker downloads it, or checks the files that are there. Repeated requests make one job. */
export async function requestModel(deps: ModelDeps, principal: Principal, name: string): Promise<Model> {
  const { database, queue, clock, models, transcriber } = deps
  const entry = models.find((one) => one.name === name)
  if (transcriber.kind !== 'sherpa' || entry === undefined) throw new AppError('not_found')
  const now = clock.now()
  return database.tenant(principal.organizationId, async (tx) => {
    const row = await request(tx, name, now)
    if (row !== undefined) {
      await queue.add(tx, 'download-model', { name }, { priority: priority.live })
      await deps.noteRequest(tx, principal, name)
    }
    const [present] = row === undefined ? (await findModels(tx)).filter((one) => one.name === name) : [row]
    return describe(entry, present, transcriber.model, now)
  })
}

const findModels = (db: Kysely<Tables>) => db.selectFrom('models').selectAll().execute()
type ModelRow = Selectable<Tables['models']>

/** The second of two concurrent requests finds the model already requested. */
const request = (tx: Tx, name: string, now: Date) =>
  tx
    .insertInto('models')
    .values({ name, state: 'waiting', done_bytes: 0, error: null, is_checked: null, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ state: 'waiting', error: null, updated_at: now })
        .where(({ eb, or }) =>
          or([
            eb('models.state', 'in', ['absent', 'ready', 'failed']),
            eb('models.updated_at', '<', new Date(now.getTime() - silentSeconds * 1000)),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst()

function describe(entry: ModelEntry, row: ModelRow | undefined, chosen: string, now: Date): Model {
  const { name, title, licence, source } = entry
  const isSilent = row !== undefined && now.getTime() - row.updated_at.getTime() > silentSeconds * 1000
  const isCut = isSilent && (row.state === 'downloading' || row.state === 'checking')
  const model = {
    name,
    title,
    licence,
    source,
    word_times: entry.word_times,
    word_confidence: entry.word_confidence,
    detects_language: entry.detects_language,
    bytes: bytesOf(entry),
    done_bytes: row?.state === 'ready' ? bytesOf(entry) : (row?.done_bytes ?? 0),
    has_checksums: hasChecksums(entry),
    is_chosen: name === chosen,
  }
  const is_checked = row?.is_checked ?? null
  const state = isCut ? 'failed' : (row?.state ?? 'absent')
  switch (state) {
    case 'ready':
      return { ...model, state, error: null, is_checked: is_checked ?? false }
    case 'failed':
      return { ...model, state, error: row?.error ?? 'interrupted', is_checked }
    default:
      return { ...model, state, error: null, is_checked }
  }
}
