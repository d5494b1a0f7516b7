import { randomUUID } from 'node:crypto'
import type { Feature, SurveyId } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { SurveyDefinition } from '../src/content/survey-file.ts'
import { newId } from '../src/platform/ids.ts'
import { saveVersion } from '../src/populations/store.ts'
import type { AccessWorld } from './access-world.ts'
import { jitterNorm } from './jitter-norm.ts'
import { formOf, toneWav } from './recordings.ts'
import '../src/analysis/indices/tables.ts'
import '../src/analysis/tables.ts'
import '../src/content/tables.ts'
import '../src/organization/tables.ts'
import '../src/responses/tables.ts'

/** A value that occurs only in fields that the feature guards. */
export type Canary = { name: string; feature: Feature; value: string | number }

const text = (name: string) => `canary-of-${name}-7f3a`
const jitter = 1.23456789
const snr = 31.4159265

const ofResults = ['comment', 'purpose', 'missing', 'transcript', 'segment', 'word', 'count', 'index'] as const
const ofSurveys = ['answer', 'sum', 'band', 'alert'] as const
const survey: SurveyDefinition = {
  sections: [
    {
      title: 'Canaries',
      fields: [
        { name: 'words', label: 'Words', type: 'text', required: true },
        { name: 'level', label: 'Level', type: 'scale', min: 0, max: 5, required: true },
      ],
    },
  ],
  scores: [{ name: 'sum', label: text('sum'), fields: ['level'], bands: [{ up_to: 5, label: text('band') }] }],
  alerts: [{ field: 'level', at_least: 1, text: text('alert') }],
}
const examiner = 'examiner@demo.example'

/**
 * Puts canaries into the examiner's session and into a survey made for them, so that every guarded field has one.
 * `payloads` and `repeats` serve calls whose form in good-calls.ts would not return the canaries.
 */
export async function plantCanaries(world: AccessWorld) {
  const { demo, given } = world
  const { app, database, organizationId, localeId } = demo
  const { ids } = world.objects[0]!
  const headers = await demo.signIn(examiner)
  const session = `/api/protocols/responses/${ids.participant_id}/${ids.protocol_res_id}/`
  const owned = { organization_id: organizationId }
  const survey_id = newId<SurveyId>()
  const now = demo.clock.now()

  const skipped = await database.tenant(organizationId, async (tx) => {
    const { protocol_id } = await tx
      .updateTable('protocol_responses')
      .set({ comment: text('comment') })
      .where('id', '=', ids.protocol_res_id!)
      .returning('protocol_id')
      .executeTakeFirstOrThrow()
    const { item_response_id, id: take_id } = await tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'item_response_id')
      .select(['takes.id', 'item_response_id'])
      .where('protocol_response_id', '=', ids.protocol_res_id!)
      .executeTakeFirstOrThrow()
    const quality = { snr_db: snr, clipped_ratio: 0, peak_dbfs: -1, rms_dbfs: -20, sample_rate: 16_000 }
    await tx
      .updateTable('takes')
      .set({ quality: JSON.stringify({ ...quality, verdict: 'good', reasons: [] }) })
      .where('item_response_id', '=', item_response_id)
      .execute()
    const ready = { status: 'ready' as const, updated_at: now }
    await tx
      .updateTable('feature_results')
      .set({
        ...ready,
        scores: JSON.stringify({ jitter_local_pct: jitter }),
        missing: JSON.stringify({ hnr_db: text('missing') }),
      })
      .where('take_id', '=', take_id)
      .where('entry', '=', 'voice_quality')
      .execute()
    const spoken = {
      transcript: text('transcript'),
      segments: [{ start: 0, end: 1, text: text('segment') }],
      words: [{ text: text('word'), start: null, end: null }],
      words_count: { words: { [text('count')]: 1 } },
    }
    const transcript = { id: uuidv7(), ...owned, take_id, entry: 'transcript', function_version: 1 }
    await tx
      .insertInto('feature_results')
      .values({ ...transcript, ...ready, data: JSON.stringify(spoken) })
      .execute()
    await saveVersion(
      tx,
      organizationId,
      {
        name: 'Canaries',
        description: 'd',
        source: 's',
        is_synthetic: false,
        is_reference: false,
        fill_color: '#11223344',
        stroke_color: '#112233',
      },
      jitterNorm(40, 1, 0.3),
      now,
    )
    // A manager reads the cut-offs; an examiner sees them only with an index.
    const cutOff = { index_name: 'avqi', language: 'es', value: 2.5, reference: text('index') } as const
    await tx
      .insertInto('index_cut_offs')
      .values({ id: randomUUID(), ...owned, ...cutOff, updated_at: now })
      .execute()
    const named = { key: 'canaries', wording_version: 1, name: 'Canaries', description: 'd', licence: 'l', source: 's' }
    await tx
      .insertInto('surveys')
      .values({ id: survey_id, ...owned, ...named, locale_id: localeId('es-ES'), definition: JSON.stringify(survey) })
      .execute()
    await tx
      .insertInto('organization_surveys')
      .values({ ...owned, survey_id })
      .execute()
    await tx
      .insertInto('examiner_surveys')
      .values({ ...owned, survey_id, examiner_id: given.examiner_id! })
      .execute()
    const items = tx.selectFrom('protocol_items').select('id').where('protocol_id', '=', protocol_id)
    return items.where('skippable', '=', true).where('id', '<>', ids.protocol_item_id!).executeTakeFirstOrThrow()
  })

  const item = (id: string) => `${session}item/${id}/`
  const skip = { method: 'POST', url: item(skipped.id), payload: { skipped_purpose: text('purpose') } } as const
  await app.inject({ ...skip, headers })
  const filled = { survey_id, response: { words: text('answer'), level: 3 } }
  const fill = { method: 'POST', url: `/api/surveys/responses/${ids.participant_id}/`, payload: filled } as const
  ids.survey_response_id = (await app.inject({ ...fill, headers })).json().id

  // Computed values are canaries too: take those that the examiner sees.
  const [{ feature_extraction_res }] = (await app.inject({ url: session, headers })).json().responses
  const compared = feature_extraction_res.find((result: { semaphore: object }) => Object.keys(result.semaphore).length)
  const [semaphore, percentile] = [compared.semaphore, compared.percentiles].map(
    (populations: Record<string, { jitter_local_pct: number }>) => Object.values(populations)[0]!.jitter_local_pct,
  )
  const form = formOf(toneWav(4))
  return {
    canaries: [
      ...ofResults.map((name): Canary => ({ name, feature: 'readProtocolRes', value: text(name) })),
      ...Object.entries({ jitter, snr, semaphore: semaphore!, percentile: percentile! }).map(
        ([name, value]): Canary => ({ name, feature: 'readProtocolRes', value }),
      ),
      ...ofSurveys.map((name): Canary => ({ name, feature: 'readSurveyRes', value: text(name) })),
    ],
    /** Payloads for calls whose usual payload would not return the canaries. */
    payloads: {
      'PATCH /protocols/responses/{participant_id}/{protocol_res_id}/': { comment: text('comment') },
      'POST /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/': {
        text: text('transcript'),
        based_on: 0,
      },
      'POST /surveys/responses/{participant_id}/': filled,
    } as Record<string, object>,
    /** Requests to items that repeat what is stored. */
    repeats: [
      { ...skip, headers: {} },
      { method: 'POST', url: item(ids.protocol_item_id!), ...form },
    ] as const,
  }
}
export type Planted = Awaited<ReturnType<typeof plantCanaries>>
