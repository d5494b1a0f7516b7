// @module-tag long
import { Speakers } from '@fonema/contract'
import { measure } from '@fonema/speech'
import { expect, test } from 'vitest'
import { buildMix } from '../../../../../packages/speech/src/speakers/test-mixes.ts'
import { prepare } from '../../../testing/prepared-session.ts'
import { formOf } from '../../../testing/recordings.ts'
import { hidingsOf } from '../hiding/hiding.ts'
import { measureTake } from '../jobs.ts'
import { rateHz, readVoice, wavOf } from './voices.fixture.ts'

const mix = buildMix([await readVoice('gaspard-2/picture.flac'), await readVoice('paloma-2/picture.flac')], {
  seed: 3,
  levelDb: -3,
  noiseDb: 40,
  turns: 4,
  overlaps: false,
})
const [near, far] = mix.two

type Result = {
  feature_extraction_func: { entry: string }
  status: string
  error: string | null
  scores: Record<string, number>
  missing: Record<string, string>
  data: { speakers?: unknown }
}

/** A picture described with two microphones, measured. */
async function prepareTake(participant: Float32Array, examiner: Float32Array) {
  const prepared = await prepare()
  const { demo, headers, session, itemUrl, sessionUrl, organizationId } = prepared
  const item: { id: string } = session.protocol.items.find(
    ({ category }: { category: { name: string } }) => category.name === 'picture_description',
  )
  const form = formOf(wavOf(participant), {}, 'speech', wavOf(examiner))
  const url = itemUrl(item)
  const stored = await demo.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  expect(stored.statusCode).toBe(201)
  const inTenant = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(organizationId, work)
  const { id } = await inTenant((tx) => tx.selectFrom('takes').select('id').executeTakeFirstOrThrow())
  const answerOf = async () =>
    (await demo.app.inject({ url: sessionUrl, headers }))
      .json()
      .responses.find(({ protocol_item }: { protocol_item: { id: string } }) => protocol_item.id === item.id)
  return {
    ...prepared,
    inTenant,
    takeId: id,
    work: () => measureTake(demo, { organization_id: organizationId, take_id: id }),
    takeOf: async () => (await answerOf()).takes[0],
    resultOf: async (entry: string): Promise<Result> =>
      (await answerOf()).feature_extraction_res.find(
        ({ feature_extraction_func }: Result) => feature_extraction_func.entry === entry,
      ),
    type: () =>
      demo.app.inject({ method: 'POST', url: `${url}transcript/`, headers, payload: { text: 'sí', based_on: 0 } }),
    say: (people: number) => demo.app.inject({ method: 'PATCH', url: `${url}speakers/`, headers, payload: { people } }),
    correct: (segments: object[] | null, based_on: number) =>
      demo.app.inject({ method: 'POST', url: `${url}speakers/`, headers, payload: { segments, based_on } }),
  }
}

test('two microphones say who speaks, without a question and without a known voice, and the measures are of the participant', async () => {
  const { work, takeOf, resultOf } = await prepareTake(near, far)
  expect(await takeOf()).toMatchObject({ people: 2, examiner_channel: 'unread' })
  await work()
  expect(await takeOf()).toMatchObject({ people: 2, examiner_channel: 'heard' })
  const timing = await resultOf('timing')
  const speakers = Speakers.parse(timing.data.speakers)
  expect(speakers).toMatchObject({ people: 2, method: 'two_microphones' })
  const lengthOf = (segments: readonly { start_s: number; end_s: number; speaker: string }[], isOwn: boolean) =>
    segments
      .filter(({ speaker }) => (speaker === 'participant') === isOwn)
      .reduce((sum, { start_s, end_s }) => sum + end_s - start_s, 0)
  const others = lengthOf(mix.truth, false)
  const share = (100 * others) / (others + lengthOf(mix.truth, true))
  expect(Math.abs(speakers.others_share_pct! - share)).toBeLessThan(2)
  // The examiner's voice is nearly an octave higher.
  const alone = await resultOf('prosody')
  const own = measure(mix.clean, rateHz, ['prosody']).prosody!.scores.f0_median_hz!
  expect(Math.abs(alone.scores.f0_median_hz! / own - 1)).toBeLessThan(0.02)
  const whole = measure(near, rateHz, ['prosody']).prosody!.scores.f0_p95_hz!
  expect(alone.scores.f0_p95_hz).toBeLessThan(0.8 * whole)
  expect(timing.missing).toMatchObject({ speech_onset_s: 'others_speak' })
})

test.each([
  ['silent', (samples: Float32Array) => new Float32Array(samples.length), 'silent'],
  ['a copy of the first', (samples: Float32Array) => samples, 'same'],
])('a second channel that is %s changes nothing: the take is measured as a whole', async (_, second, state) => {
  const { work, takeOf, resultOf } = await prepareTake(near, second(near))
  await work()
  const take = await takeOf()
  expect([take.people, take.examiner_channel]).toEqual([undefined, state])
  const timing = await resultOf('timing')
  expect([timing.status, timing.data.speakers, timing.missing.speech_onset_s]).toEqual(['ready', undefined, undefined])
})

test('an examiner who says nothing leaves the participant alone, and a person who hears two may still say so', async () => {
  // Of the participant, the far microphone hears a tenth.
  const leak = mix.clean.map((_, i) => 0.1 * (mix.clean[i - 40] ?? 0) + 1e-4 * Math.sin(i * i))
  const { work, takeOf, resultOf, say } = await prepareTake(mix.clean, leak)
  await work()
  const take = await takeOf()
  expect([take.people, take.examiner_channel]).toEqual([undefined, 'not_heard'])
  expect((await resultOf('timing')).data.speakers).toBeUndefined()
  // Then only a voice can tell them apart, and none is known here.
  await say(2)
  await work()
  expect(await takeOf()).toMatchObject({ people: 2, examiner_channel: 'not_heard' })
  expect(await resultOf('prosody')).toMatchObject({ status: 'failed', error: 'speakers_unknown' })
})

test('what a person says before the channel is read counts, too', async () => {
  const { work, takeOf, resultOf, say } = await prepareTake(near, new Float32Array(near.length))
  await say(1)
  await say(2)
  await work()
  expect(await takeOf()).toMatchObject({ people: 2, examiner_channel: 'silent' })
  expect(await resultOf('prosody')).toMatchObject({ status: 'failed', error: 'speakers_unknown' })
})

test('a person decides over the microphones: one person, a corrected track, and back to what was computed', async () => {
  const { work, takeOf, resultOf, say, correct } = await prepareTake(near, far)
  await work()
  const computed = await resultOf('timing')
  await say(1)
  await work()
  expect((await takeOf()).people).toBeUndefined()
  expect((await resultOf('timing')).data.speakers).toBeUndefined()

  await say(2)
  await work()
  expect(await resultOf('timing')).toMatchObject({ data: computed.data, scores: computed.scores })
  expect((await correct([{ start_s: 0, end_s: 2, speaker: 'participant' }], 0)).statusCode).toBe(201)
  await work()
  const corrected = Speakers.parse((await resultOf('timing')).data.speakers)
  expect([corrected.track, corrected.method]).toEqual([1, undefined])
  expect((await correct(null, 1)).statusCode).toBe(201)
  await work()
  expect(await resultOf('timing')).toMatchObject({ data: computed.data })
})

test('until the channel is read, and where the examiner is heard, a de-identified recording is silent throughout', async () => {
  const { work, inTenant, takeId, type } = await prepareTake(near, far)
  const othersOf = () =>
    inTenant(async (tx) => {
      const hiding = (await hidingsOf(tx, [takeId])).get(takeId)!
      return 'reason' in hiding ? hiding.reason : hiding.others
    })
  await type()
  const everything = [{ start_s: 0, end_s: near.length / rateHz }]
  expect(await othersOf()).toEqual(everything)
  await work()
  expect(await othersOf()).toEqual(everything)
})
