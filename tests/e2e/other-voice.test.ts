// @module-tag long
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readFlac, resample, writeWav16 } from '@fonema/speech'
import { expect, test } from 'vitest'
import { startSession } from './session-by-api.ts'
import { enter, openView, views } from './views.ts'

const fixtures = path.resolve(import.meta.dirname, '../../packages/speech/fixtures')
const rateHz = 32_000

/** A vowel, a pause, and two seconds of somebody else. */
async function vowelAndWords(): Promise<Blob> {
  const read = async (name: string) => {
    const { samples, sampleRateHz } = readFlac(await readFile(path.join(fixtures, name)))
    return resample(samples, sampleRateHz, rateHz)
  }
  const vowel = await read('avqi_vowel_03_a_f125.flac')
  const words = (await read('avqi_read_pt_2_m7.flac')).subarray(0.5 * rateHz, 2.5 * rateHz)
  const samples = new Int16Array(vowel.length + words.length + rateHz)
  const write = (from: number, sound: Float32Array) =>
    samples.set(
      sound.map((sample) => Math.round(32_000 * sample)),
      from,
    )
  write(0, vowel)
  write(vowel.length + rateHz / 2, words)
  return new Blob([new Uint8Array(writeWav16(samples, rateHz))], { type: 'audio/wav' })
}

test.each(views)('the result of a vowel says that another voice is heard, in $language', async ({ language, size }) => {
  const session = await startSession()
  await session.send(1, await vowelAndWords(), {})
  await session.measured()
  const { page, t, look } = await openView({ language, size })
  await enter(page, t)
  await page.goto(`${session.address}?item=1`)
  const sentence = page.getByText(t('analysis__reason__other_voice')).first()
  await sentence.waitFor({ timeout: 60_000 })
  const lasts = new RegExp(t('analysis__quality__other_voice_lasts', { seconds: '[12][,.]\\d' }))
  await page.getByText(lasts).first().waitFor()
  expect(await sentence.isVisible()).toBe(true)
  await look('other-voice')
})
