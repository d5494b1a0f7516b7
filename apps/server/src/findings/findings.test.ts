import type { SessionSummary } from '@fonema/contract'
import { hasWording, sentence } from '@fonema/findings'
import { expect, test } from 'vitest'
import { jitterNorm } from '../../testing/jitter-norm.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { shownMeasures } from '../analysis/shown-measures.ts'
import { newId } from '../platform/ids.ts'
import { saveVersion } from '../populations/store.ts'

const good = JSON.stringify({
  snr_db: 40,
  clipped_ratio: 0,
  peak_dbfs: -6,
  rms_dbfs: -20,
  sample_rate: 48_000,
  verdict: 'good',
  reasons: [],
})
const poor = good.replace('"good"', '"poor"').replace('[]', '["noisy"]')

/** A recorded vowel with one measured score, jitter, and a norm for it. */
async function prepareVowel(jitter: number) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers)
  const form = formOf(toneWav(4))
  await demo.app.inject({
    method: 'POST',
    url: started.itemUrl(started.items[0]!),
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  })
  const inDemo = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  const measure = (value: number, quality = good) =>
    inDemo(async (tx) => {
      await tx.updateTable('takes').set({ quality }).execute()
      await tx.updateTable('feature_results').set({ status: 'failed', error: 'no_voice' }).execute()
      const scores = JSON.stringify({ jitter_local_pct: value })
      await tx
        .updateTable('feature_results')
        .set({ status: 'ready', error: null, scores })
        .where('entry', '=', 'voice_quality')
        .execute()
    })
  await measure(jitter)
  const addNorm = (name: string, is_synthetic: boolean, mean = 0.5) =>
    inDemo((tx) =>
      saveVersion(
        tx,
        demo.organizationId,
        {
          name,
          description: 'd',
          source: 's',
          is_synthetic,
          is_reference: true,
          fill_color: '#11223344',
          stroke_color: '#112233',
        },
        jitterNorm(400, mean, 0.1),
        demo.clock.now(),
      ),
    )
  const read = (by: { authorization: string } = headers, url = `${started.sessionUrl}summary/`) =>
    demo.app.inject({ url, headers: by })
  const summary = async () => (await read()).json<SessionSummary>()
  return { ...demo, ...started, headers, inDemo, measure, addNorm, read, summary }
}

test('a value outside the norm makes a finding with its place, its norm and its item', async () => {
  const { addNorm, summary, items } = await prepareVowel(0.9)
  await addNorm('Norma', false)
  const { state, findings, is_real_norm, norm, unjudged } = await summary()
  expect(state).toBe('findings')
  expect(is_real_norm).toBe(true)
  expect(norm).toMatchObject({ name: 'Norma', version: 1, kind: 'people' })
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({
    kind: 'outside',
    sign: 'attention',
    template: 'jitter',
    side: 'high',
    item: items[0]!.id,
    value: 0.9,
    measure: { entry: 'voice_quality', name: 'jitter_local_pct' },
  })
  expect(sentence(findings[0]!, 'es').lead).toBe('Ciclos de la voz más irregulares que en la mayoría')
  expect(unjudged.map(({ reason }) => reason)).toContain('unanswered')
})

test('a usual value, a poor recording or a missing norm makes no finding, with the reason', async () => {
  const { addNorm, summary, measure } = await prepareVowel(0.5)
  expect(await summary()).toMatchObject({ state: 'no_norm', findings: [], norm: null })
  await addNorm('Norma', false)
  expect(await summary()).toMatchObject({ state: 'nothing', findings: [] })
  await measure(0.9, poor)
  const { state, findings, unjudged, items } = await summary()
  expect({ state, findings }).toEqual({ state: 'unjudged', findings: [] })
  expect(unjudged).toContainEqual(expect.objectContaining({ reason: 'poor_quality', details: ['noisy'] }))
  expect(items[0]).toMatchObject({ sign: 'poor', reasons: ['noisy'] })
})

test('invented numbers are used only without a real norm, and never ask for attention', async () => {
  const { addNorm, summary } = await prepareVowel(0.9)
  await addNorm('Inventada', true)
  const invented = await summary()
  expect(invented).toMatchObject({ is_real_norm: false, norm: { kind: 'synthetic' } })
  expect(invented.findings.map(({ sign }) => sign)).toEqual(['caution'])
  await addNorm('Real', false, 0.9)
  expect(await summary()).toMatchObject({ state: 'nothing', findings: [], norm: { name: 'Real' } })
})

test('a summary is read by the own examiner only', async () => {
  const { read, signIn, participant } = await prepareVowel(0.5)
  expect((await read(await signIn('examiner@other.example'))).statusCode).toBe(404)
  expect((await read({ authorization: '' })).statusCode).toBe(401)
  const unknown = `/api/protocols/responses/${participant.id}/${newId<string>()}/summary/`
  expect((await read(undefined, unknown)).statusCode).toBe(404)
})

/** Shown measures without a wording, with the reason. */
const silent: Record<string, string> = {
  intensity_mean_energy_db: 'a level without calibration',
  snr_db: 'of the recording',
  peak_dbfs: 'of the recording',
  rms_dbfs: 'of the recording',
  clipped_ratio: 'of the recording',
  speech_ratio: 'of the recording',
  undecided_words: 'waits for an examiner',
  reading_as_printed_pct: 'of one text, without a norm',
  reading_skipped_pct: 'of one text, without a norm',
  reading_replaced_pct: 'of one text, without a norm',
  reading_repeated_pct: 'of one text, without a norm',
  reading_corrected_pct: 'of one text, without a norm',
  reading_added_per_100_words: 'of one text, without a norm',
  undecided_units: 'waits for an examiner',
  content_units: 'of one picture or story, without a norm',
  content_units_pct: 'of one picture or story, without a norm',
  content_units_per_min: 'of one picture or story, without a norm',
}

test('every shown measure has a wording, or a reason for none', () => {
  const shown = Object.values(shownMeasures).flatMap((headings) => Object.values(headings).flat())
  const without = new Set(shown.map(({ name }) => name).filter((name) => !hasWording(name)))
  expect([...without].sort()).toEqual(Object.keys(silent).sort())
})
