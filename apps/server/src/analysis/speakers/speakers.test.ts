// @module-tag long
import { Speakers, type TranscriptWord } from '@fonema/contract'
import { measure } from '@fonema/speech'
import { expect, test } from 'vitest'
import { buildMix } from '../../../../../packages/speech/src/speakers/test-mixes.ts'
import { formOf, startTestSession } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { measureTake } from '../jobs.ts'
import { insertTranscript, renewWords } from '../transcripts.ts'
import { rateHz, readVoice, wavOf } from './voices.fixture.ts'
import { assignSpeakers } from './words.ts'

type Result = {
  feature_extraction_func: { entry: string }
  status: string
  error: string | null
  scores: Record<string, number>
  missing: Record<string, string>
  data: { speakers?: unknown; words?: { text: string; speaker?: string }[] }
}

/** A session with a picture in which an examiner speaks too, and a sentence as the reference. */
async function prepare({ withReference = true } = {}) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { items, itemUrl, sessionUrl } = await startTestSession(demo, headers)
  const voice = await readVoice('gaspard-2/sentence.flac')
  const mix = buildMix([await readVoice('gaspard-2/picture.flac'), await readVoice('paloma-2/picture.flac')], {
    seed: 3,
    levelDb: -3,
    noiseDb: 40,
    turns: 4,
    overlaps: false,
  })
  const { rows } = await demo.database.tenant(demo.organizationId, async (tx) => ({
    rows: await tx
      .selectFrom('protocol_items')
      .innerJoin('item_categories', 'item_categories.id', 'category_id')
      .select(['protocol_items.id', 'item_categories.name'])
      .where(
        'protocol_items.id',
        'in',
        items.map(({ id }) => id),
      )
      .execute(),
  }))
  const itemOf = (name: string) => items.find(({ id }) => rows.some((row) => row.id === id && row.name === name))!
  const send = async (name: string, samples: Float32Array) => {
    const form = formOf(wavOf(samples))
    const answer = await demo.app.inject({
      method: 'POST',
      url: itemUrl(itemOf(name)),
      headers: { ...headers, ...form.headers },
      payload: form.payload,
    })
    expect(answer.statusCode).toBe(201)
  }
  if (withReference) await send('sentence', voice.samples)
  await send('picture_description', mix.one)
  const item = itemOf('picture_description')
  const takeId = await demo.database.tenant(demo.organizationId, async (tx) => {
    const take = await tx
      .selectFrom('takes')
      .innerJoin('item_responses', 'item_responses.id', 'item_response_id')
      .select('takes.id')
      .where('protocol_item_id', '=', item.id)
      .executeTakeFirstOrThrow()
    return take.id
  })
  const job = { organization_id: demo.organizationId, take_id: takeId }
  const say = (payload: object, url = itemUrl(item)) =>
    demo.app.inject({ method: 'PATCH', url: `${url}speakers/`, headers, payload })
  const answerOf = async () =>
    (await demo.app.inject({ url: sessionUrl, headers }))
      .json()
      .responses.find(({ protocol_item }: { protocol_item: { id: string } }) => protocol_item.id === item.id)
  const resultOf = async (entry: string): Promise<Result> =>
    (await answerOf()).feature_extraction_res.find(
      ({ feature_extraction_func }: Result) => feature_extraction_func.entry === entry,
    )
  return { demo, job, say, answerOf, resultOf, mix, itemUrl, itemOf, takeId }
}

test('where an examiner speaks too, the measures are of the participant alone', async () => {
  const { demo, job, say, answerOf, resultOf, mix } = await prepare()
  const whole = measure(mix.one, rateHz, ['prosody']).prosody!
  expect((await say({ people: 2 })).statusCode).toBe(204)
  await measureTake(demo, job)
  expect((await answerOf()).takes[0].people).toBe(2)
  const timing = await resultOf('timing')
  const speakers = Speakers.parse(timing.data.speakers)
  expect(speakers.people).toBe(2)
  expect(new Set(speakers.segments.map(({ speaker }) => speaker))).toEqual(new Set(['participant', 'examiner']))
  const lengthOf = (segments: readonly { start_s: number; end_s: number; speaker: string }[], isOwn: boolean) =>
    segments
      .filter(({ speaker }) => (speaker === 'participant') === isOwn)
      .reduce((sum, { start_s, end_s }) => sum + end_s - start_s, 0)
  const others = lengthOf(mix.truth, false)
  const share = (100 * others) / (others + lengthOf(mix.truth, true))
  expect(Math.abs(speakers.others_share_pct! - share)).toBeLessThan(5)
  // The examiner's voice is nearly an octave higher.
  const alone = await resultOf('prosody')
  expect(alone.scores.f0_p95_hz).toBeLessThan(0.8 * whole.scores.f0_p95_hz!)
  expect(timing.missing).toMatchObject({
    speech_onset_s: 'others_speak',
    speech_offset_s: 'others_speak',
    duration_s: 'others_speak',
  })
  expect((await answerOf()).quality.verdict).toBeDefined()

  // Back to one person: everything waits to be measured again.
  await say({ people: 1 })
  expect((await answerOf()).takes[0].people).toBeUndefined()
  expect(await resultOf('prosody')).toMatchObject({ status: 'pending', scores: {} })
})

test('without a recording of the participant alone, nothing is measured of anybody', async () => {
  const { demo, job, say, resultOf } = await prepare({ withReference: false })
  await say({ people: 2 })
  await measureTake(demo, job)
  expect(await resultOf('prosody')).toMatchObject({ status: 'failed', error: 'speakers_unknown', scores: {} })
  expect(await resultOf('recording_quality')).toMatchObject({ status: 'ready' })
})

test('words of the examiner are shown with their speaker, and not counted', async () => {
  const { demo, job, say, resultOf, mix, takeId } = await prepare()
  const middles = mix.truth.map(({ start_s, end_s, speaker }) => ({ at: (start_s + end_s) / 2, speaker }))
  const words = middles.map(({ at, speaker }) => ({ text: speaker, start: at - 0.05, end: at + 0.05 }))
  const store = (list: object[], version: number) =>
    demo.database.tenant(demo.organizationId, async (tx) => {
      await insertTranscript(tx, {
        id: crypto.randomUUID(),
        organization_id: demo.organizationId,
        take_id: takeId,
        version,
        text: list.map((word) => (word as { text: string }).text).join(' '),
        words: JSON.stringify(list),
        segments: '[]',
        engine: 'typed',
        model: null,
        model_words: null,
        is_calibrated: false,
        settings: '{}',
        author_id: null,
        based_on: null,
        speech_span_s: null,
        phonation_s: null,
        created_at: demo.clock.now(),
      })
      await renewWords(tx, demo.catalogue, takeId, demo.clock.now())
    })
  await store(words, 1)
  expect((await resultOf('lexical')).scores.tokens).toBe(words.length)
  await say({ people: 2 })
  await measureTake(demo, job)
  const shown = (await resultOf('transcript')).data.words!
  expect(shown.map(({ speaker }) => speaker)).toEqual(middles.map(({ speaker }) => speaker))
  const own = words.filter(({ text }) => text === 'participant').length
  expect((await resultOf('lexical')).scores.tokens).toBe(own)
  // Words without times may be anybody's.
  await store([{ text: 'sin', start: null, end: null }], 2)
  expect(await resultOf('lexical')).toMatchObject({ status: 'failed', error: 'speakers_unknown' })
})

test('refuses numbers of people that it cannot tell apart, and items without running speech', async () => {
  const { say, itemUrl, itemOf } = await prepare()
  expect((await say({ people: 3 })).statusCode).toBe(400)
  expect((await say({ people: 0 })).statusCode).toBe(400)
  expect((await say({ people: 2 }, itemUrl(itemOf('diadochokinesis')))).statusCode).toBe(404)
})

test('a word belongs to the person who speaks for most of it, or to the nearest', () => {
  const segments = [
    { start_s: 0, end_s: 1, speaker: 'participant' as const },
    { start_s: 1.2, end_s: 2, speaker: 'examiner' as const },
  ]
  const speakers = { people: 2, version: 1, segments, others_share_pct: 44 }
  const speakerOf = (start: number | null, end: number | null) =>
    assignSpeakers<TranscriptWord>([{ text: 'x', start, end }], speakers)[0]!.speaker
  expect(speakerOf(0.8, 1.3)).toBe('participant')
  expect(speakerOf(0.9, 1.9)).toBe('examiner')
  expect(speakerOf(5, null)).toBe('examiner')
  expect(speakerOf(null, null)).toBeUndefined()
  // A person's own choice stays.
  expect(assignSpeakers([{ text: 'x', start: 0.1, end: 0.2, speaker: 'other' as const }], speakers)[0]!.speaker).toBe(
    'other',
  )
})

test('a corrected track counts instead of the computed one, also after measuring again, until it is taken back', async () => {
  const { demo, job, itemUrl, itemOf, say, answerOf, resultOf } = await prepare()
  const headers = await demo.signIn('examiner@demo.example')
  const url = `${itemUrl(itemOf('picture_description'))}speakers/`
  const correct = (segments: object[] | null, based_on: number) =>
    demo.app.inject({ method: 'POST', url, headers, payload: { segments, based_on } })
  const own = [{ start_s: 0, end_s: 2, speaker: 'participant' }]
  /** The others take seconds, and say the same. */
  const measureTimingAndPitch = async () => {
    await demo.database.tenant(demo.organizationId, (tx) =>
      tx
        .updateTable('feature_results')
        .set({ status: 'failed' })
        .where('entry', 'not in', ['timing', 'prosody'])
        .where('status', '=', 'pending')
        .execute(),
    )
    await measureTake(demo, job)
  }
  // Where only the participant speaks, there is nothing to correct.
  expect((await correct(own, 0)).statusCode).toBe(409)
  await say({ people: 2 })
  await measureTimingAndPitch()
  const computed = await resultOf('timing')
  const pitch = (await resultOf('prosody')).scores.f0_median_hz

  const swapped = Speakers.parse(computed.data.speakers).segments.map((segment) => ({
    ...segment,
    speaker: segment.speaker === 'participant' ? 'examiner' : 'participant',
  }))
  const made = await correct(swapped, 0)
  expect(made.json()).toMatchObject({ version: 1, author: { first_name: expect.any(String) }, segments: swapped })
  expect(await resultOf('prosody')).toMatchObject({ status: 'pending', scores: {} })
  await measureTimingAndPitch()
  const corrected = await resultOf('timing')
  expect(corrected.data.speakers).toMatchObject({ track: 1, segments: swapped })
  // The examiner's voice is nearly an octave higher.
  expect((await resultOf('prosody')).scores.f0_median_hz).toBeGreaterThan(1.3 * pitch!)
  expect((await answerOf()).takes[0].speaker_track).toBe(1)

  // A new release measures again.
  await demo.database.tenant(demo.organizationId, (tx) =>
    tx.updateTable('feature_results').set({ status: 'pending' }).where('entry', '=', 'timing').execute(),
  )
  await measureTimingAndPitch()
  expect((await resultOf('timing')).data).toEqual(corrected.data)

  // Somebody saw an older version.
  expect((await correct(own, 0)).statusCode).toBe(409)
  expect((await correct(null, 1)).statusCode).toBe(201)
  await measureTimingAndPitch()
  expect(await resultOf('timing')).toMatchObject({ data: computed.data, scores: computed.scores })
  const list = (await demo.app.inject({ url, headers })).json()
  expect(list.map(({ version, segments }: { version: number; segments: unknown }) => [version, segments])).toEqual([
    [2, null],
    [1, swapped],
  ])
})

test('without a recording of the participant alone, a track by hand makes the measures possible', async () => {
  const { demo, job, itemUrl, itemOf, say, resultOf } = await prepare({ withReference: false })
  const headers = await demo.signIn('examiner@demo.example')
  const url = `${itemUrl(itemOf('picture_description'))}speakers/`
  const correct = (segments: object[]) =>
    demo.app.inject({ method: 'POST', url, headers, payload: { segments, based_on: 0 } })
  await say({ people: 2 })
  const piece = (start_s: number, end_s: number, speaker = 'participant') => ({ start_s, end_s, speaker })
  for (const bad of [
    [piece(1, 1.01)],
    [piece(2, 1)],
    [piece(0, 2), piece(1, 3, 'examiner')],
    [piece(-1, 2)],
    [piece(0, 9999)],
    [piece(0, 2, 'nobody')],
  ])
    expect([bad, (await correct(bad)).statusCode]).toEqual([bad, 400])
  expect((await correct([piece(0, 3), piece(3, 4, 'other')])).statusCode).toBe(201)
  await measureTake(demo, job)
  expect(await resultOf('timing')).toMatchObject({
    status: 'ready',
    data: { speakers: { track: 1, others_share_pct: expect.closeTo(25, 6) } },
  })
})
