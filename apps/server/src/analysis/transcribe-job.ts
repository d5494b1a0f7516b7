import type { FeatureError, OrganizationId, TakeId } from '@fonema/contract'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Catalogue } from '../content/catalogue.ts'
import type { Tx } from '../platform/database/database.ts'
import { priority, type Queue } from '../platform/jobs/queue.ts'
import { addInRounds, type RoundLimits } from '../platform/jobs/rounds.ts'
import { sentHash } from '../responses/compression.ts'
import { wordEntries } from './functions.ts'
import type { JobDeps } from './jobs.ts'
import type { MeasureTake } from './plan.ts'
import { findTake, lockTake } from './queries.ts'
import { transcribeInProcess, transcribingLimits } from './transcription/transcribe-in-process.ts'
import type { Transcriber } from './transcription/transcriber.ts'
import type { Engine, TranscriptionOutcome } from './transcription/transcription.ts'
import {
  findSpokenItem,
  findTranscripts,
  heardWords,
  insertTranscript,
  type SpokenItem,
  saveWordResults,
} from './transcripts.ts'
import { isTrusted } from './trust/service.ts'

type TranscribeDeps = JobDeps & { catalogue: Catalogue; transcriber: Transcriber }

/**
 * Transcribes a take and measures its words. Safe to run twice: a transcript that a person typed meanwhile is kept, and
 * only the length of its speech is measured.
 */
export async function transcribeTake(deps: TranscribeDeps, { organization_id, take_id }: MeasureTake): Promise<void> {
  const { database, store, transcriber } = deps
  const state = await database.tenant(organization_id, async (tx) => ({
    take: await findTake(tx, take_id),
    item: await findSpokenItem(tx, take_id),
    versions: await findTranscripts(tx, take_id),
    isPending: (await pendingEntries(tx, take_id)).length > 0,
    isDemonstration: (await tx.selectFrom('organizations').select('is_demonstration').executeTakeFirstOrThrow())
      .is_demonstration,
  }))
  const { take, item } = state
  const isTyped = state.versions.length > 0
  const isMeasured = isTyped && state.versions[0]?.speech_span_s !== null
  // Erased, or done by an earlier delivery.
  if (take === undefined || item === undefined || (!state.isPending && (!isTyped || isMeasured))) return

  const { isDemonstration } = state
  const engine = isTyped ? null : await transcriber.engineFor({ isDemonstration, sha256: sentHash(take) })
  if (!isTyped && engine === null) return fail(deps, organization_id, take_id, 'transcriber_unavailable')
  const request = {
    sha256: take.sha256,
    window: item.window,
    language: item.language,
    functionWords: functionWordsOf(deps.catalogue, item.language),
    engine,
  }
  const outcome = await store.lend(take.object_key, (file) =>
    transcribeInProcess({ file, ...request }, transcribingLimits),
  )
  if (outcome === undefined) return fail(deps, organization_id, take_id, 'audio_missing')
  if (outcome.status === 'failed' && !isTyped) return fail(deps, organization_id, take_id, outcome.error)
  await database.tenant(organization_id, (tx) => save(deps, tx, organization_id, item, engine, outcome))
}

function functionWordsOf(catalogue: Catalogue, language: string) {
  const others = new Set(catalogue.locales.map(({ lang }) => lang.code).filter((code) => code !== language))
  const wordsOf = (code: string) => [...catalogue.wordLists(code).stopWords]
  return { own: wordsOf(language), others: [...others].map(wordsOf) }
}

/** Called when every attempt has failed or killed its worker. */
export const giveUpTranscript = (deps: JobDeps, { organization_id, take_id }: MeasureTake) =>
  fail(deps, organization_id, take_id, 'transcriber_failed')

async function save(
  { catalogue, clock }: TranscribeDeps,
  tx: Tx,
  organizationId: OrganizationId,
  item: SpokenItem,
  engine: Engine | null,
  outcome: TranscriptionOutcome,
) {
  // Nobody types a version while this one is written.
  await lockTake(tx, item.takeId)
  const speech = outcome.status === 'ready' ? outcome.speech : { span_s: null, phonation_s: null }
  const lengths = { speech_span_s: speech.span_s, phonation_s: speech.phonation_s }
  const versions = await findTranscripts(tx, item.takeId)
  if (versions.length > 0) {
    await tx.updateTable('transcripts').set(lengths).where('take_id', '=', item.takeId).execute()
  } else if (outcome.status === 'ready' && outcome.recognised !== null && engine !== null) {
    const { text, words, segments } = outcome.recognised
    const { model_sha256, settings } = outcome.made_with
    const manifest = engine.kind === 'sherpa' ? engine.model.manifest : undefined
    await insertTranscript(tx, {
      id: uuidv7(),
      organization_id: organizationId,
      take_id: item.takeId,
      version: 1,
      text,
      words: JSON.stringify(words),
      segments: JSON.stringify(segments),
      engine: engine.kind,
      model: (engine.kind === 'http' ? engine.model : manifest?.name) ?? null,
      model_words: manifest?.vocabulary_words ?? null,
      is_calibrated: manifest?.calibrated ?? (await isTrusted(tx, { ...item, model_sha256 }, heardWords({ words }))),
      model_sha256,
      settings: JSON.stringify(settings),
      author_id: null,
      based_on: null,
      ...lengths,
      created_at: clock.now(),
    })
  }
  const [newest] = await findTranscripts(tx, item.takeId)
  if (newest !== undefined) await saveWordResults(tx, catalogue, item, newest, clock.now())
}

const pendingEntries = (tx: Tx, takeId: TakeId) =>
  tx
    .selectFrom('feature_results')
    .select('id')
    .where('take_id', '=', takeId)
    .where('entry', 'in', wordEntries)
    .where('status', '=', 'pending')
    .execute()

/** Without words, every function that reads words fails. */
async function fail({ database, clock }: JobDeps, organizationId: OrganizationId, takeId: TakeId, error: FeatureError) {
  await database.tenant(organizationId, (tx) =>
    tx
      .updateTable('feature_results')
      .set({ status: 'failed', error, updated_at: clock.now() })
      .where('take_id', '=', takeId)
      .where('entry', 'in', wordEntries)
      .where('status', '=', 'pending')
      .execute(),
  )
}

type Untranscribed = MeasureTake & { is_demonstration: boolean; sha256: string }

/**
 * Retries takes that had no recogniser, where one is available now, newest first: as many as there is room for in the
 * queue. Whoever calls this calls it again.
 */
export async function retryUntranscribed(
  deps: TranscribeDeps & { queue: Queue; signal?: AbortSignal },
  limits?: RoundLimits,
): Promise<void> {
  const { database, transcriber, queue, clock } = deps
  // Only the demonstration has a recogniser of its own.
  const onlyDemonstration = (await transcriber.engineFor({ isDemonstration: false, sha256: '' })) === null
  await addInRounds<Untranscribed>(
    deps,
    'late transcripts',
    {
      async next(last, most) {
        const { rows } = await sql<Untranscribed>`
          select * from takes_without_transcriber(${onlyDemonstration}, ${last?.take_id ?? null}, ${most})
        `.execute(database.shared)
        return rows
      },
      async add({ organization_id, take_id, is_demonstration, sha256 }) {
        if ((await transcriber.engineFor({ isDemonstration: is_demonstration, sha256 })) === null) return
        await database.tenant(organization_id, async (tx) => {
          const { numUpdatedRows } = await tx
            .updateTable('feature_results')
            .set({ status: 'pending', error: null, updated_at: clock.now() })
            .where('take_id', '=', take_id)
            .where('entry', 'in', wordEntries)
            .where('error', '=', 'transcriber_unavailable')
            .executeTakeFirstOrThrow()
          if (numUpdatedRows > 0n)
            await queue.add(tx, 'transcribe-take', { organization_id, take_id }, { priority: priority.lateTranscript })
        })
      },
      whenFull: 'stop',
    },
    limits,
  )
}
