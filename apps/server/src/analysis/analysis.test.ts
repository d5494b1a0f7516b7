import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { functionVersions, measure, readFlac, readWav, resample, writeWav16 } from '@fonema/speech'
import { expect, onTestFinished, test, vi } from 'vitest'
import { formOf, startTestSession, toneFlac, toneWav } from '../../testing/recordings.ts'
import { putObject } from '../../testing/stored.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { measureTake } from './jobs.ts'
import type { ChildLimits } from './limited-child.ts'
import { measureInProcess } from './measure-in-process.ts'
import type { MeasurementRequest } from './measurement.ts'
import { MeasureTake } from './plan.ts'

async function prepareTake(wav: Buffer, fields: Record<string, string> = {}) {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const started = await startTestSession(demo, headers)
  const item = started.items[0]!
  const form = formOf(wav, fields)
  await demo.app.inject({
    method: 'POST',
    url: started.itemUrl(item),
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  })
  const readAnswer = async () =>
    (await demo.app.inject({ url: started.sessionUrl, headers })).json().responses[0] as {
      duration: number
      quality: {
        verdict: string
        reasons: string[]
        snr_db: number | null
        other_voice?: { start_s: number; end_s: number }[]
      } | null
      feature_extraction_res: {
        feature_extraction_func: { entry: string }
        status: string
        error: string | null
        scores: Record<string, number>
        data: Record<string, unknown>
      }[]
    }
  const { id: takeId } = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('takes').select('id').executeTakeFirstOrThrow(),
  )
  const job = { organization_id: demo.organizationId, take_id: takeId }
  return { ...demo, headers, item, protocol: started.protocol, readAnswer, job }
}

/** What the process that measures is asked, but for the file: speech of `seconds`, of one person. */
const requestOf = (sha256: string, seconds: number, functions: MeasurementRequest['functions']) => ({
  sha256,
  window: { start: 0, end: seconds },
  longestSeconds: null,
  people: 1,
  track: null,
  references: [],
  examiner: null,
  isUndecided: false,
  category: 'speech',
  gaps: [],
  speaker: { sex: null, ageYears: null },
  settings: {},
  functions,
})

test('the job of an upload measures the marked window in a separate process', async () => {
  const wav = toneWav(5, 150)
  const demo = await prepareTake(wav, { window: '{"start":0.5,"end":4.5}' })
  await demo.queue.work('measure-take', MeasureTake, 1, (job) => measureTake(demo, job))
  await vi.waitFor(
    async () => {
      const { feature_extraction_res } = await demo.readAnswer()
      expect(feature_extraction_res.map(({ status }) => status)).toEqual(Array(5).fill('ready'))
    },
    { timeout: 20_000, interval: 250 },
  )
  const { quality, feature_extraction_res } = await demo.readAnswer()
  const { samples, sampleRateHz } = readWav(wav)
  const expected = measure(samples.subarray(0.5 * sampleRateHz, 4.5 * sampleRateHz), sampleRateHz, [
    'prosody',
    'timing',
  ])
  const scoresOf = (entry: string) =>
    feature_extraction_res.find(({ feature_extraction_func }) => feature_extraction_func.entry === entry)?.scores
  expect(scoresOf('prosody')).toEqual(expected.prosody?.scores)
  expect(scoresOf('prosody')?.f0_mean_hz).toBeCloseTo(150, 0)
  expect(scoresOf('timing')?.duration_s).toBe(4)
  // The first item is a vowel, so a sound that fills the window is not poor.
  expect(quality).toMatchObject({ verdict: 'fair', sample_rate: 16_000 })
  expect(quality?.reasons).toEqual(['cut_start', 'cut_end', 'low_sample_rate'])
})

test('what was heard before the start says how noisy a vowel without a pause is', async () => {
  const qualityAfter = async (amplitude: number) => {
    const { samples, sampleRateHz } = readWav(toneWav(5, 150))
    const integers = Int16Array.from(samples, (sample) => Math.round(sample * 32_767))
    for (let i = 0; i < sampleRateHz / 2; i++) integers[i] = Math.round(amplitude * Math.sin(i * i))
    const demo = await prepareTake(Buffer.from(writeWav16(integers, sampleRateHz)), {
      window: '{"start":0.5,"end":4.5}',
    })
    await measureTake(demo, demo.job)
    return (await demo.readAnswer()).quality!
  }
  const quiet = await qualityAfter(10)
  expect(quiet.snr_db).toBeGreaterThan(40)
  expect(quiet.reasons).not.toContain('noisy')
  const loud = await qualityAfter(3000)
  expect(loud.snr_db).toBeLessThan(12)
  expect(loud.reasons).toContain('noisy')
})

test('a gap makes a take poor, the pause before a resumed take does not', async () => {
  const gap = { at: 0.2, length: 2 }
  const reasonsOf = async (gaps: object[]) => {
    const demo = await prepareTake(toneWav(5), { window: '{"start":0.5,"end":4.5}', gaps: JSON.stringify(gaps) })
    await measureTake(demo, demo.job)
    return (await demo.readAnswer()).quality?.reasons
  }
  expect(await reasonsOf([gap])).toContain('gap')
  expect(await reasonsOf([{ ...gap, pause: true }])).not.toContain('gap')
})

test('a take that is longer than its item allows is kept, counts and has a reason in its verdict', async () => {
  const reasonsOf = async (seconds: number) => {
    const demo = await prepareTake(toneWav(seconds + 1), { window: `{"start":0.5,"end":${seconds + 0.5}}` })
    await measureTake(demo, demo.job)
    const { quality, duration } = await demo.readAnswer()
    expect(duration).toBe(seconds)
    return quality?.reasons
  }
  const { item } = await prepareTake(toneWav(4))
  expect(await reasonsOf(item.max_duration! + 20)).toContain('longer_than_allowed')
  expect(await reasonsOf(item.max_duration!)).not.toContain('longer_than_allowed')
})

test('another voice after a vowel is a reason of its verdict, with its place', async () => {
  const fixtures = path.join(import.meta.dirname, '../../../../packages/speech/fixtures')
  const read = await Promise.all(
    ['avqi_vowel_03_a_f125', 'avqi_read_pt_2_m7'].map((name) => readFile(path.join(fixtures, `${name}.flac`))),
  )
  const [vowel, words] = read.map((bytes) => {
    const { samples, sampleRateHz } = readFlac(bytes)
    return resample(samples, sampleRateHz, 32_000)
  })
  const judged = async (withWords: boolean) => {
    const pause = 32_000 / 2
    const spoken = withWords ? words!.subarray(pause, pause + 2 * 32_000) : []
    const samples = new Float32Array(vowel!.length + 2 * pause + spoken.length)
    samples.set(vowel!)
    samples.set(spoken, vowel!.length + pause)
    const wav = writeWav16(
      Int16Array.from(samples, (sample) => Math.round(32_000 * sample)),
      32_000,
    )
    const demo = await prepareTake(Buffer.from(wav))
    await measureTake(demo, demo.job)
    return (await demo.readAnswer()).quality!
  }
  const [alone, beside] = [await judged(false), await judged(true)]
  expect([alone.reasons.includes('other_voice'), alone.other_voice]).toEqual([false, undefined])
  expect(beside.reasons).toContain('other_voice')
  const heard = beside.other_voice!
  expect(heard[0]!.start_s).toBeGreaterThan(vowel!.length / 32_000)
  expect(heard.at(-1)!.end_s).toBeLessThan(vowel!.length / 32_000 + 3)
  expect(heard.reduce((sum, { start_s, end_s }) => sum + end_s - start_s, 0)).toBeGreaterThan(1)
})

test('FLAC gives the scores of the same samples as WAV, and a truncated FLAC file fails', async () => {
  const flac = await toneFlac()
  const [packed, plain, cut] = await Promise.all(
    [flac, toneWav(4), flac.subarray(0, flac.length - 100)].map((file) => prepareTake(file)),
  )
  for (const demo of [packed!, plain!, cut!]) await measureTake(demo, demo.job)
  const scoresOf = async (demo: typeof packed) =>
    (await demo!.readAnswer()).feature_extraction_res.map(({ scores }) => scores)
  expect(await scoresOf(packed)).toEqual(await scoresOf(plain))
  expect((await scoresOf(packed))[0]).toHaveProperty('f0_mean_hz')
  const { feature_extraction_res } = await cut!.readAnswer()
  expect(new Set(feature_extraction_res.map(({ error }) => error))).toEqual(new Set(['decode_failed']))
})

test('the verdict arrives before the slower measures', async () => {
  const { store, database, organizationId } = await prepareTake(toneWav(4))
  const take = await database.tenant(organizationId, (tx) =>
    tx.selectFrom('takes').selectAll().executeTakeFirstOrThrow(),
  )
  const request = requestOf(take.sha256, 4, ['prosody', 'voice_quality'])
  const reported: string[] = []
  const measurement = await store.lend(take.object_key, (file) =>
    measureInProcess({ ...request, file }, { seconds: 60, perAudioSecond: 0, memoryMb: 1024 }, ({ verdict }) => {
      reported.push(`judged ${verdict}`)
    }),
  )
  reported.push('measured')
  expect(reported).toEqual([`judged ${measurement?.quality?.verdict}`, 'measured'])
})

test('measuring twice changes nothing', async () => {
  const demo = await prepareTake(toneWav(4))
  await measureTake(demo, demo.job)
  const first = await demo.readAnswer()
  await measureTake(demo, demo.job)
  expect(await demo.readAnswer()).toEqual(first)
})

test('the pitch is searched in the range for sex and age at the session, and a later correction changes nothing', async () => {
  const demo = await prepareTake(toneWav(4, 150))
  const correct = (fields: object) =>
    demo.database.tenant(demo.organizationId, (tx) => tx.updateTable('participants').set(fields).execute())
  const searches = async () =>
    (await demo.readAnswer()).feature_extraction_res
      .filter(({ feature_extraction_func: { entry } }) => entry === 'prosody' || entry === 'voice_quality')
      .map(({ data }) => data.pitch_search)
  await correct({ sex: 'm', birthday: '1950-02-03' })
  await measureTake(demo, demo.job)
  const ofMan = {
    group: 'man',
    floor_hz: 75,
    ceiling_hz: 600,
    lowest_hz: 50,
    highest_hz: 600,
    edge: null,
  }
  expect(await searches()).toEqual([ofMan, ofMan])
  await correct({ sex: 'f' })
  await measureTake(demo, demo.job)
  expect(await searches()).toEqual([ofMan, ofMan])
})

test('a child’s pitch is searched higher, and that of somebody unknown in the usual range', async () => {
  const day = Date.UTC(2026, 0, 15)
  for (const [fields, group, highest_hz] of [
    [{ sex: null, birthday: '2019-06-01' }, 'child', 1000],
    [{ sex: null, birthday: null }, 'unknown', 600],
    [{ sex: 'm', birthday: null }, 'unknown', 600],
  ] as const) {
    const demo = await prepareTake(toneWav(4, 300))
    await demo.database.tenant(demo.organizationId, async (tx) => {
      await tx.updateTable('participants').set(fields).execute()
      await tx
        .updateTable('protocol_responses')
        .set({ date_created: new Date(day) })
        .execute()
    })
    await measureTake(demo, demo.job)
    const [prosody] = (await demo.readAnswer()).feature_extraction_res
    expect(prosody?.data.pitch_search).toMatchObject({ group, highest_hz, floor_hz: 75, ceiling_hz: 600 })
  }
})

test('silence fails with its reason and has no scores', async () => {
  const demo = await prepareTake(toneWav(4).fill(0, 44))
  await measureTake(demo, demo.job)
  const { feature_extraction_res } = await demo.readAnswer()
  const prosody = feature_extraction_res.find(
    ({ feature_extraction_func }) => feature_extraction_func.entry === 'prosody',
  )
  expect(prosody?.scores.f0_mean_hz).toBeUndefined()
  expect(Object.values(prosody?.scores ?? {}).every(Number.isFinite)).toBe(true)
})

test('audio that was changed or lost on disk is not measured', async () => {
  const changed = await prepareTake(toneWav(4))
  const { object_key } = await changed.database.tenant(changed.organizationId, (tx) =>
    tx.selectFrom('takes').select('object_key').executeTakeFirstOrThrow(),
  )
  await putObject(changed.store, object_key, toneWav(4, 200))
  await measureTake(changed, changed.job)
  expect((await changed.readAnswer()).feature_extraction_res).toMatchObject(
    Array(5).fill({ status: 'failed', error: 'audio_changed', scores: {} }),
  )
  const lost = await prepareTake(toneWav(4))
  await lost.store.remove(
    (
      await lost.database.tenant(lost.organizationId, (tx) =>
        tx.selectFrom('takes').select('object_key').executeTakeFirstOrThrow(),
      )
    ).object_key,
  )
  await measureTake(lost, lost.job)
  expect((await lost.readAnswer()).feature_extraction_res[0]).toMatchObject({
    status: 'failed',
    error: 'audio_missing',
  })
})

test('ends a process that exceeds its time or memory limit', async () => {
  const { store, database, organizationId } = await prepareTake(toneWav(60))
  const take = await database.tenant(organizationId, (tx) =>
    tx.selectFrom('takes').selectAll().executeTakeFirstOrThrow(),
  )
  const request = requestOf(take.sha256, 60, ['prosody'])
  const measureWithin = async (limits: ChildLimits) =>
    (await store.lend(take.object_key, (file) => measureInProcess({ ...request, file }, limits)))!
  const slow = await measureWithin({ seconds: 0.01, perAudioSecond: 0, memoryMb: 1024 })
  expect(slow.outcomes.prosody).toEqual({ status: 'failed', error: 'time_limit' })
  const large = await measureWithin({ seconds: 600, perAudioSecond: 0, memoryMb: 10 })
  expect(large.outcomes.prosody).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/memory_limit|crashed/),
  })
  const fine = await measureWithin({ seconds: 600, perAudioSecond: 0, memoryMb: 1024 })
  expect(fine.outcomes.prosody?.status).toBe('ready')
})

test('a result names the version of its function and the hash and window of its audio', async () => {
  const demo = await prepareTake(toneWav(4))
  await measureTake(demo, demo.job)
  const rows = await demo.database.tenant(demo.organizationId, (tx) =>
    tx
      .selectFrom('feature_results')
      .innerJoin('takes', 'takes.id', 'take_id')
      .select(['entry', 'function_version', 'measured', 'sha256'])
      .execute(),
  )
  for (const row of rows) {
    expect(row.function_version).toBe(functionVersions[row.entry as keyof typeof functionVersions])
    expect(row.measured).toEqual({ sha256: row.sha256, window: { start: 0, end: 4 } })
  }
})

test('the displayed scores are described for every item of a protocol', async () => {
  const { app, headers, protocol, signIn } = await prepareTake(toneWav(4))
  const url = `/api/protocols/feature_display/web/${protocol.id}/`
  const display = (await app.inject({ url, headers })).json()
  expect(display.items).toHaveLength(4)
  type Part = { heading: string; scores: object[] }
  const parts: Part[] = display.items[0].functions
  expect([...new Set(parts.map(({ heading }) => heading))]).toEqual([
    ...['held', 'voice', 'breaks', 'pitch', 'loudness', 'timbre', 'signal'],
  ])
  expect(parts.find(({ heading }) => heading === 'pitch')?.scores).toContainEqual({
    name: 'f0_mean_hz',
    unit: 'Hz',
    decimals: 2,
    direction: 'neutral',
    offset: 0,
  })
  expect((await app.inject({ url: '/api/protocols/feature_display/web/nothing/', headers })).statusCode).toBe(404)
  const manager = await signIn('manager@demo.example')
  expect((await app.inject({ url, headers: manager })).statusCode).toBe(403)
})

test('other audio formats are measured too, and a file without audio fails with its reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-measure-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const measureFile = async (name: string, bytes: Buffer) => {
    const file = path.join(folder, name)
    await writeFile(file, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const request = { ...requestOf(sha256, 2, ['prosody']), file }
    return measureInProcess(request, { seconds: 60, perAudioSecond: 0, memoryMb: 1024 })
  }
  const wav = path.join(folder, 'tone.wav')
  await writeFile(wav, toneWav(2))
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', wav, path.join(folder, 'tone.ogg')])
  const { outcomes } = await measureFile('copy.ogg', await readFile(path.join(folder, 'tone.ogg')))
  expect(outcomes.prosody).toMatchObject({ status: 'ready', scores: { f0_median_hz: expect.closeTo(150, 0) } })
  const empty = await measureFile('empty.wav', toneWav(0))
  expect(empty.outcomes.prosody).toEqual({ status: 'failed', error: 'too_short' })
  const text = await measureFile('words.wav', Buffer.from('no recording at all'))
  expect(text.outcomes.prosody).toEqual({ status: 'failed', error: 'decode_failed' })
})
