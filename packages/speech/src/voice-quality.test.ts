import { expect, test } from 'vitest'
import { jitterQuotient, localJitter } from './jitter.ts'
import { measure } from './measure.ts'
import { meanPeriod } from './periods.ts'
import { localShimmer, localShimmerDb, shimmerQuotient } from './shimmer.ts'
import { add, join, noise, pulseTrain, silence, sine, voice } from './test-signals.ts'

function voiceQualityOf(samples: Float32Array, sampleRateHz: number) {
  const { voice_quality } = measure(samples, sampleRateHz, ['voice_quality'])
  if (voice_quality === undefined) throw new Error('voice quality was asked for')
  return voice_quality
}

/** Pulses whose periods alternate: 10 ms ± 0.1 ms. */
function alternatingPulses(count: number): Float64Array {
  const pulses = new Float64Array(count)
  for (let i = 1; i < count; i++) pulses[i] = pulses[i - 1]! + 0.01 + (i % 2 === 0 ? 0.0001 : -0.0001)
  return pulses
}

test('computes jitter of alternating periods as defined', () => {
  const pulses = alternatingPulses(101)
  expect(localJitter(pulses)).toBeCloseTo(0.02, 6)
  expect(jitterQuotient(pulses, 3)).toBeCloseTo((0.0001 * 4) / 3 / 0.01, 6)
  expect(jitterQuotient(pulses, 5)).toBeCloseTo((0.0001 * 4) / 5 / 0.01, 6)
  expect(meanPeriod(pulses)).toBeCloseTo(0.01, 9)
})

test('jitter excludes intervals that are not periods, and pairs that differ too much', () => {
  const pulses = alternatingPulses(101)
  const twice = Float64Array.from([...pulses, ...pulses.map((time) => time + 5)])
  expect(localJitter(twice)).toBeCloseTo(localJitter(pulses)!, 12)
  expect(localJitter(Float64Array.of(0, 0.01, 0.0235))).toBeNull()
  expect(localJitter(Float64Array.of(0, 0.01, 0.0225))).toBeCloseTo(0.0025 / 0.01125, 9)
  expect(localJitter(Float64Array.of(0, 0.01))).toBeNull()
})

test('computes shimmer of alternating amplitudes as defined', () => {
  const timesS = Float64Array.from({ length: 100 }, (_, i) => i / 100)
  const values = timesS.map((_, i) => (i % 2 === 0 ? 1.1 : 0.9))
  expect(localShimmer({ values, timesS })).toBeCloseTo(0.2, 9)
  expect(localShimmerDb({ values, timesS })).toBeCloseTo(20 * Math.log10(1.1 / 0.9), 9)
  expect(shimmerQuotient({ values, timesS }, 3)).toBeCloseTo(0.4 / 3, 9)
  expect(shimmerQuotient({ values, timesS }, 11)).toBeCloseTo(1.2 / 11, 9)
  const apart = timesS.map((time) => 3 * time)
  expect(localShimmer({ values, timesS: apart })).toBeNull()
  expect(localShimmer({ values: values.map((value) => value ** 4), timesS })).toBeNull()
})

test.each([8000, 16_000, 44_100, 96_000])(
  'at %i Hz a steady voice has a pulse for each period and almost no jitter',
  (rate) => {
    const { scores, data } = voiceQualityOf(voice(rate, 125, 1), rate)
    expect(Math.abs((data?.pulses_s.length ?? 0) - 125)).toBeLessThanOrEqual(3)
    expect(scores.jitter_local_pct).toBeLessThan(0.05)
    expect(scores.shimmer_local_pct).toBeLessThan(3)
    expect(scores.jitter_ddp_pct).toBeCloseTo(3 * scores.jitter_rap_pct!, 9)
  },
)

test('gain and DC do not change the measures', () => {
  const rate = 16_000
  const rough = add(
    voice(rate, (timeS) => 120 + 3 * Math.sin(160 * timeS), 1),
    noise(rate, 1, 0.01),
  )
  const original = voiceQualityOf(rough, rate).scores
  const softer = voiceQualityOf(
    rough.map((sample) => sample / 10),
    rate,
  ).scores
  for (const name of Object.keys(original)) {
    if (original[name] === 0) expect(softer[name], name).toBe(0)
    else expect(softer[name]! / original[name]!, name).toBeCloseTo(1, 3)
  }
})

test.each([5, 10, 20, 30])('measures the harmonics-to-noise ratio of noise at %i dB, within 1 dB', (snrDb) => {
  const rate = 16_000
  const clean = voice(rate, 150, 2)
  const rms = Math.sqrt(clean.reduce((sum, sample) => sum + sample * sample, 0) / clean.length)
  const { scores } = voiceQualityOf(add(clean, noise(rate, 2, rms / 10 ** (snrDb / 20))), rate)
  expect(Math.abs(scores.hnr_mean_db! - snrDb)).toBeLessThan(1)
})

test('noise lowers the cepstral peak of a voice, and noise alone has almost none', () => {
  const rate = 16_000
  const peakUnder = (rms: number) => voiceQualityOf(add(voice(rate, 150, 1), noise(rate, 1, rms)), rate).scores
  const peaks = [0.001, 0.01, 0.1].map((rms) => peakUnder(rms).cpps_avqi_db!)
  expect(peaks[0]).toBeGreaterThan(peaks[1]! + 1)
  expect(peaks[1]).toBeGreaterThan(peaks[2]! + 1)
  expect(voiceQualityOf(noise(rate, 1, 0.1), rate).scores.cpps_avqi_db).toBeLessThan(4)
})

test('excludes digital silence from the mean peak', () => {
  const rate = 16_000
  const speech = add(voice(rate, 150, 2), noise(rate, 2, 0.003))
  const alone = voiceQualityOf(speech, rate).scores.cpps_avqi_db!
  const padded = voiceQualityOf(join(speech, silence(rate, 2)), rate).scores.cpps_avqi_db!
  expect(Math.abs(padded - alone)).toBeLessThan(1.5)
})

test('the harmonics-to-noise ratio of a sine is limited by its samples', () => {
  expect(voiceQualityOf(sine(48_000, 200, 1), 48_000).scores.hnr_mean_db).toBeGreaterThan(60)
})

test('silence has no voice', () => {
  const { scores, missing, error } = voiceQualityOf(silence(16_000, 1), 16_000)
  expect(scores).toEqual({})
  expect(missing).toMatchObject({ jitter_local_pct: 'no_voice', hnr_mean_db: 'no_voice', cpps_avqi_db: 'no_voice' })
  expect(error).toBe('no_voice')
})

test('the edge between digital silence and sound is not counted as perfectly periodic', () => {
  const rate = 48_000
  const hum = add(voice(rate, 150, 1), noise(rate, 1, 0.02))
  const alone = voiceQualityOf(hum, rate).scores
  const cut = voiceQualityOf(join(silence(rate, 0.3), hum, silence(rate, 0.3), hum), rate).scores
  expect(Math.abs(cut.hnr_mean_db! - alone.hnr_mean_db!)).toBeLessThan(1)
  expect(cut.hnr_sd_db).toBeLessThan(alone.hnr_sd_db! + 4)
})

/** A steady vowel of 100 Hz with this many periods, between rests. */
function vowelOf(periods: number): Float32Array {
  const times = Array.from({ length: periods + 1 }, (_, i) => 0.2 + i / 100)
  const heights = times.map(() => 0.4)
  return add(pulseTrain(16_000, times, heights, periods / 100 + 0.4), noise(16_000, periods / 100 + 0.4, 1e-4))
}

test('jitter and shimmer of fewer than 100 periods are withheld, and nothing else', () => {
  const short = voiceQualityOf(vowelOf(95), 16_000)
  const long = voiceQualityOf(vowelOf(105), 16_000)
  expect(short.scores.n_periods).toBeLessThan(100)
  expect(long.scores.n_periods).toBeGreaterThanOrEqual(100)
  const withheld = Object.keys(long.scores).filter((name) => !(name in short.scores))
  expect(withheld).toEqual(Object.keys(long.scores).filter((name) => /^(jitter|shimmer)_/.test(name)))
  expect(withheld).toHaveLength(11)
  for (const name of withheld) expect(short.missing[name], name).toBe('too_few_periods')
})

test('without that limit, as for a comparison with Praat, a short vowel has jitter and shimmer', () => {
  const { voice_quality } = measure(vowelOf(30), 16_000, ['voice_quality'], { fewestPeriods: 0 })
  expect(voice_quality?.scores.jitter_local_pct).toBeLessThan(0.1)
  expect(voice_quality?.scores.shimmer_local_pct).toBeLessThan(1)
})
