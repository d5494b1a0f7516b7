import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFlac } from '../flac.ts'
import { add, mix, noise, silence, voice } from '../test-signals.ts'
import { readWav } from '../wav.ts'
import { type Avqi, measureAvqi } from './avqi.ts'

type Pair = { speech: string; vowel: string; vowel_part: 'last' | 'middle'; values: Avqi }
type Reference = { tolerances: Record<string, [absolute: number, relative: number]>; pairs: Pair[] }

const folder = new URL('../../fixtures/', import.meta.url)
const reference = JSON.parse(readFileSync(new URL('avqi.json', folder), 'utf8')) as Reference

function read(file: string) {
  const bytes = readFileSync(new URL(file, folder))
  return file.endsWith('.flac') ? readFlac(bytes) : readWav(bytes)
}

test.each(reference.pairs)('measures the AVQI of $speech and $vowel like Praat 6.3.07', (pair) => {
  const found = measureAvqi(read(pair.speech), read(pair.vowel), pair.vowel_part)!
  const outside = Object.entries(reference.tolerances).flatMap(([name, [absolute, relative]]) => {
    const [value, expected] = [found[name as keyof Avqi], pair.values[name as keyof Avqi]]
    const allowed = Math.max(absolute, relative * Math.abs(expected))
    return Math.abs(value - expected) <= allowed ? [] : [{ name, value, expected, allowed }]
  })
  expect(outside).toEqual([])
})

const rate = 44_100
const speech = { samples: add(voice(rate, 120, 5), noise(rate, 5, 1e-3)), sampleRateHz: rate }
const vowel = (samples: Float32Array) => ({ samples, sampleRateHz: rate })

test('a noisier vowel has a higher index', () => {
  const indexWith = (rms: number) =>
    measureAvqi(speech, vowel(add(voice(rate, 120, 4), noise(rate, 4, rms))), 'last')!.avqi
  const indices = [1e-3, 1e-2, 5e-2].map(indexWith)
  expect(indices).toEqual(indices.toSorted((a, b) => a - b))
})

test('uses the last or the middle three seconds of the vowel, or all of a shorter one', () => {
  const changing = voice(rate, (timeS) => (timeS < 3 ? 120 : 240), 6)
  const [last, middle] = (['last', 'middle'] as const).map((part) => measureAvqi(speech, vowel(changing), part)!)
  expect([last!.vowel_s, middle!.vowel_s]).toEqual([3, 3])
  const alone = measureAvqi(speech, vowel(changing.slice(3 * rate)), 'last')!
  expect(last!.cpps).toBeCloseTo(alone.cpps, 1)
  expect(Math.abs(middle!.cpps - alone.cpps)).toBeGreaterThan(0.1)
  expect(measureAvqi(speech, vowel(changing.slice(0, 2 * rate)), 'middle')!.vowel_s).toBe(2)
})

test('an offset and a slow drift do not change the index', () => {
  const steady = add(voice(rate, 120, 4), noise(rate, 4, 1e-3))
  const drifting = mix(steady, { dc: 0.1 }).map((x, i) => x + 0.05 * Math.sin((2 * Math.PI * 5 * i) / rate))
  const [expected, found] = [steady, drifting].map((samples) => measureAvqi(speech, vowel(samples), 'middle')!.avqi)
  expect(Math.abs(found! - expected!)).toBeLessThan(0.05)
})

test('speech without voice leaves the voiced time near zero, and two silent recordings have no index', () => {
  const quiet = { samples: silence(rate, 5), sampleRateHz: rate }
  expect(measureAvqi(quiet, vowel(voice(rate, 120, 4)), 'last')!.voiced_s).toBeLessThan(0.002)
  expect(measureAvqi(quiet, vowel(silence(rate, 4)), 'last')).toBeNull()
})

test('refuses recordings of two rates', () => {
  expect(() => measureAvqi(speech, { samples: voice(16_000, 120, 4), sampleRateHz: 16_000 }, 'last')).toThrow(
    RangeError,
  )
})
