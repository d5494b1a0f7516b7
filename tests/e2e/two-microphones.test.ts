import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage, requireAccessible } from './browser.ts'
import {
  compareWithSource,
  isExplained,
  makeKnownSource,
  makeOtherSource,
  samplesOf,
  sourceRateHz,
  writeSources,
} from './known-recording.ts'
import { button, callAs, chooseShortSession, recordItem, register } from './recording-steps.ts'
import { storedRecordings } from './stored-recordings.ts'

type Answer = {
  is_skipped: boolean
  protocol_item: { id: string }
  takes: { people?: number; examiner_channel?: string }[]
  capture: { settings: object; gaps: { at: number; length: number }[] } | null
  feature_extraction_res: {
    feature_extraction_func: { entry: string }
    status: string
    data: { speakers?: { method?: string } }
  }[]
}

/** A microphone with two channels that hear two known voices. */
async function twoKnownVoices() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-source-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [participant, examiner] = [makeKnownSource(120), makeOtherSource(120)]
  const file = path.join(folder, 'sources.wav')
  await writeSources(file, participant, examiner)
  return { participant, examiner, file }
}

test('records two microphones sample by sample in two files, and finds who speaks by both', {
  timeout: 240_000,
}, async () => {
  const { participant, examiner, file } = await twoKnownVoices()
  const page = await openPage({ microphone: { file } })
  await register(page)
  await chooseShortSession(page)
  const second = page.getByLabel('Segundo micrófono para el evaluador')
  expect(await second.isChecked()).toBe(false)
  await second.click()
  await page.getByRole('meter').waitFor()
  await expect.poll(() => second.isChecked()).toBe(true)
  await requireAccessible(page)
  await button(page, /^Continuar( sin comprobar)?$/).click()

  await page.getByText('Ítem 1 de 4').waitFor()
  await recordItem(page, 5)
  await button(page, 'Usar y seguir').click()
  await page.getByText('Ítem 2 de 4').waitFor()
  await button(page, 'Omitir ítem').click()
  await page.getByLabel('Cansancio').check()
  await button(page, 'Omitir y seguir').click()
  await page.getByText('Ítem 3 de 4').waitFor()
  await recordItem(page, 8)

  const [, participantId, sessionId] = /resume\/([\w-]+)\/([\w-]+)/.exec(page.url()) ?? []
  const session = `/protocols/responses/${participantId}/${sessionId}/`
  const answers = async () => ((await callAs(page, session)) as { responses: Answer[] }).responses
  const timingOf = ({ feature_extraction_res }: Answer) =>
    feature_extraction_res.find(({ feature_extraction_func }) => feature_extraction_func.entry === 'timing')
  await vi.waitFor(async () => expect(timingOf((await answers()).at(-1)!)?.status).toBe('ready'), {
    timeout: 120_000,
    interval: 500,
  })
  const responses = await answers()
  expect(responses.map(({ takes }) => takes[0]?.examiner_channel)).toEqual(['unused', undefined, 'heard'])
  expect(responses.at(-1)!.takes[0]!.people).toBe(2)
  expect(timingOf(responses.at(-1)!)!.data.speakers?.method).toBe('two_microphones')

  const stored = await storedRecordings()
  for (const { protocol_item, capture } of responses.filter(({ is_skipped }) => !is_skipped)) {
    const { gaps, settings } = capture!
    expect(settings).toMatchObject({ processed_by_browser: false, context_sample_rate: sourceRateHz, channel_count: 2 })
    const played = Buffer.from((await callAs(page, `${session}item/${protocol_item.id}/audio_src/`)) as number[])
    const files = stored.filter(({ length }) => length === played.length)
    const own = files.find((bytes) => bytes.equals(played))
    const other = files.filter((bytes) => !bytes.equals(played))
    expect([own === undefined, other.length]).toEqual([false, 1])
    const ofParticipant = compareWithSource(samplesOf(own!), participant)
    const ofExaminer = compareWithSource(samplesOf(other[0]!), examiner)
    console.log('stored against sources', ofParticipant, ofExaminer, 'gaps', gaps)
    for (const comparison of [ofParticipant, ofExaminer]) {
      expect(comparison).toBeDefined()
      expect(isExplained(comparison!, gaps)).toBe(true)
      if (gaps.length === 0) expect(comparison!.equal).toBe(comparison!.compared)
    }
    // The same moment of the device is the same frame of both files.
    expect(ofExaminer!.offset).toBe(ofParticipant!.offset)
  }

  await button(page, 'Usar y seguir').click()
  await page.goto(`/dashboard/participant/protocol_result/${participantId}/${sessionId}/`)
  await page.getByRole('tab', { name: /^3\./ }).click()
  await page.getByText('Se sabe quién habla por dos micrófonos', { exact: false }).waitFor()
  await requireAccessible(page)
  await page.getByRole('tab', { name: /^1\./ }).click()
  await page.getByText('También se grabó el micrófono del evaluador.', { exact: false }).waitFor()
})
