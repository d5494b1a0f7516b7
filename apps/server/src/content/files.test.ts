import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { itemKinds } from '@fonema/contract'
import { judgeRecording, measure, readFlac, readFlacInfo } from '@fonema/speech'
import { expect, onTestFinished, test } from 'vitest'
import { ContentError } from './checks.ts'
import { readContent } from './files.ts'
import type { DemoClinic } from './formats.ts'

const shipped = join(import.meta.dirname, '../../../../packages/content')

/** A copy of the shipped content with one text in one file replaced. */
async function contentWith(file: string, text: string, replacement: string) {
  const folder = await mkdtemp(join(tmpdir(), 'content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(shipped, folder, { recursive: true })
  const before = await readFile(join(folder, file), 'utf8')
  expect(before).toContain(text)
  await writeFile(join(folder, file), before.replace(text, replacement))
  return folder
}

/** The file and field of the reported error. */
async function faultOf(folder: string) {
  const error = await readContent(folder).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ContentError)
  const { file, field, message } = error as ContentError // checked in the line above
  expect(message).toContain(file)
  return { file, field, message }
}

const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

test('each category is a kind of item in the editor: a copy of a protocol keeps what is measured', async () => {
  const categories: { name: string }[] = JSON.parse(await readFile(join(shipped, 'item-categories.json'), 'utf8'))
  expect(categories.map(({ name }) => name).sort()).toEqual([...itemKinds].sort())
})

test('a protocol plays and shows what is spoken in its own language only', async () => {
  const files = await readdir(join(shipped, 'protocols'))
  const spoken = await Promise.all(
    files.map(async (file) => {
      const { locale, items } = JSON.parse(await readFile(join(shipped, 'protocols', file), 'utf8'))
      const media: string[] = items.flatMap(({ audio, video }: { audio?: string; video?: string }) => [audio, video])
      return media.filter((name) => typeof name === 'string').map((name) => ({ file, locale, name }))
    }),
  )
  expect(spoken.flat().length).toBeGreaterThan(12)
  expect(spoken.flat().filter(({ locale, name }) => !name.includes(`.${locale}.`))).toEqual([])
})

test('the shipped content is valid', async () => {
  const content = await readContent(shipped)
  expect(content.locales.filter((locale) => locale.offered).map((locale) => locale.code)).toEqual([
    'es-ES',
    'es-AR',
    'es-MX',
    'en-US',
  ])
  expect(content.texts.map((texts) => texts.locale).sort()).toEqual(content.locales.map((locale) => locale.code).sort())
  expect(content.countries).toContainEqual({ name: 'Argentina', dial_code: '+54', code: 'AR' })
  expect(new Set(content.countries.map((country) => country.code)).size).toBe(content.countries.length)
})

test('locales of one language share its id', async () => {
  const { locales } = await readContent(shipped)
  expect(new Set(locales.map((locale) => locale.lang.id)).size).toBe(4)
  expect(new Set(locales.map((locale) => `${locale.lang.code} ${locale.lang.id}`)).size).toBe(4)
  for (const { code, lang, country } of locales) expect(code).toBe(`${lang.code}-${country}`)
})

test('every protocol exists in four languages that differ only in words', async () => {
  const { protocols } = await readContent(shipped)
  const keys = new Set(protocols.map((protocol) => protocol.key))
  expect(keys).toEqual(new Set(['practice', 'short-session', 'voice-and-articulation', 'language', 'vowels']))
  for (const key of keys) {
    const translations = protocols.filter((protocol) => protocol.key === key)
    expect(translations.map((protocol) => protocol.locale)).toEqual(['en-US', 'es-ES', 'fr-FR', 'pt-BR'])
    const [first, ...others] = translations.map(({ practice, wording_version, items }) => ({
      practice,
      wording_version,
      items: items.map(({ title, trigger, audio, video, reference_text, information_units, fluency, ...same }) => ({
        ...same,
        // Letters differ by language.
        fluency: fluency && Object.keys(fluency),
        has: [audio !== null, video !== null, reference_text !== undefined],
        units: information_units?.length,
      })),
    }))
    for (const other of others) expect(other).toEqual(first)
  }
})

test('every kind of stimulus occurs, and both skippable and required items', async () => {
  const { protocols } = await readContent(shipped)
  const items = protocols.filter((protocol) => protocol.key === 'short-session').flatMap((protocol) => protocol.items)
  for (const kind of ['image', 'audio', 'video'] as const) expect(items.some((item) => item[kind] !== null)).toBe(true)
  expect(items.some((item) => item.image === null && item.audio === null && item.video === null)).toBe(true)
  expect(new Set(items.map((item) => item.skippable))).toEqual(new Set([true, false]))
})

test('every media file has a licence and is used', async () => {
  const { mediaLicences, protocols } = await readContent(shipped)
  const files = (await filesOf(join(shipped, 'media'))).filter((file) => file !== 'licences.json').sort()
  expect(files).toEqual(Object.keys(mediaLicences).sort())
  const used = protocols.flatMap(({ items }) => items.flatMap(({ image, audio, video }) => [image, audio, video]))
  for (const file of files) expect(used).toContain(file)
  for (const { licence } of Object.values(mediaLicences)) expect(['CC0-1.0', 'Apache-2.0']).toContain(licence)
})

test('pictures contain no scripts, handlers or external references', async () => {
  const files = (await filesOf(join(shipped, 'media'))).filter((file) => file.endsWith('.svg'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const svg = await readFile(join(shipped, 'media', file), 'utf8')
    expect(svg).not.toMatch(/<(script|foreignObject|image|use|style|a)\b/i)
    expect(svg).not.toMatch(/\s(on\w+|href|xlink:href|style)\s*=|javascript:|<!|<\?/i)
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\//i)
  }
})

test('every audio file of the demonstration clinic belongs to an answer', async () => {
  const { demo } = await readContent(shipped)
  const sessions = demo.organizations.flatMap((organization) => organization.sessions)
  const used = sessions.flatMap(({ items }) => items.flatMap((answer) => ('audio' in answer ? [answer.audio] : [])))
  expect((await filesOf(join(shipped, 'demo/audio'))).sort()).toEqual(used.sort())
  expect(sessions.some(({ items }) => items.some((answer) => 'skipped' in answer))).toBe(true)
})

test('a demonstration session answers items in order, within limits and after the registration', async () => {
  const { demo, protocols } = await readContent(shipped)
  let seconds = 0
  for (const { participants, sessions } of demo.organizations) {
    for (const session of sessions) {
      const protocol = protocols.find(({ key, locale }) => key === session.protocol && locale === session.locale)!
      // An unfinished session stops early.
      const keys = protocol.items.map((item) => item.key)
      expect(session.items.map((answer) => answer.item)).toEqual(keys.slice(0, session.items.length))
      for (const [index, answer] of session.items.entries()) {
        const { min_duration, max_duration, skippable } = protocol.items[index]!
        if ('audio' in answer) {
          const { frames, sampleRateHz } = readFlacInfo(await readFile(join(shipped, 'demo/audio', answer.audio)))
          const duration = frames / sampleRateHz
          seconds += duration
          expect(sampleRateHz).toBeGreaterThanOrEqual(32_000)
          expect(duration, answer.audio).toBeGreaterThanOrEqual(min_duration)
          expect(duration, answer.audio).toBeLessThanOrEqual(max_duration ?? Number.POSITIVE_INFINITY)
        } else expect(skippable).toBe(true)
      }
      const participant = participants.find(({ key }) => key === session.participant)
      expect(participant?.created_days_ago).toBeGreaterThanOrEqual(session.days_ago)
    }
  }
  expect(seconds).toBeLessThan(3000)
})

test('the demonstration has enough data for pages, comparisons and continuations, and is small', async () => {
  const { demo } = await readContent(shipped)
  const [{ participants, sessions }] = demo.organizations as [DemoClinic['organizations'][number]]
  expect(participants.filter(({ examiner }) => examiner === 'examiner')).toHaveLength(40)
  expect(participants.some(({ archived }) => archived)).toBe(true)
  expect(new Set(sessions.map(({ participant }) => participant)).size).toBeGreaterThanOrEqual(12)
  expect(sessions.length).toBeLessThanOrEqual(60)
  expect(sessions.filter(({ archived }) => archived)).toHaveLength(1)
  expect(sessions.some(({ items }) => items.length < 4)).toBe(true)
  const folder = join(shipped, 'demo/audio')
  const sizes = await Promise.all((await filesOf(folder)).map(async (file) => (await stat(join(folder, file))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20e6)
})

test.each([
  ['tomas-1/vowel-1', 'good', []],
  ['walter-2/pataka', 'fair', ['noisy']],
  ['nora-2/sustained-a', 'poor', ['clipped']],
  ['paloma-1/sentence', 'poor', ['cut_start']],
  ['carmen-5/counting', 'fair', ['too_quiet']],
])('%s is a %s recording', async (name, verdict, reasons) => {
  const { samples, sampleRateHz } = readFlac(await readFile(join(shipped, 'demo/audio', `${name}.flac`)))
  const { recording_quality } = measure(samples, sampleRateHz, ['recording_quality'])
  const durationS = samples.length / sampleRateHz
  expect(judgeRecording(recording_quality!, { sampleRateHz, durationS, gaps: [], settings: {} })).toEqual({
    verdict,
    reasons,
  })
})

test('a wrong value is reported with its file and field', async () => {
  const file = 'protocols/practice.es-ES.json'
  const folder = await contentWith(file, '"min_duration": 1,', '"min_duration": -1,')
  expect(await faultOf(folder)).toMatchObject({ file, field: 'items.0.min_duration' })
})

test('refuses a mode that downloads what it may not read', async () => {
  const file = 'impersonation-modes.json'
  for (const feature of ['downloadProtocolRes', 'downloadSurveyRes']) {
    const folder = await contentWith(file, `"${feature}": false`, `"${feature}": true`)
    expect(await faultOf(folder)).toMatchObject({ file, field: 'modes.recording' })
  }
})

test('a misspelt field is reported', async () => {
  const file = 'protocols/practice.es-ES.json'
  const folder = await contentWith(file, '"skippable"', '"skipable"')
  expect((await faultOf(folder)).message).toContain('skip')
})

test('a file that is not JSON is reported', async () => {
  const folder = await contentWith('countries.json', '[', '[,')
  expect(await faultOf(folder)).toMatchObject({ file: 'countries.json', field: '' })
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<p onclick=\\"alert(1)\\">'],
  ['another tag', '<img>'],
  ['an open tag', '<strong>'],
])('%s in an instruction is refused', async (_, html) => {
  const file = 'protocols/practice.en-US.json'
  const folder = await contentWith(file, '"trigger": "', `"trigger": "${html}`)
  expect(await faultOf(folder)).toMatchObject({ file, field: 'items.0.trigger' })
})

test('refuses a handler in a policy', async () => {
  const file = 'texts/en-US.json'
  const folder = await contentWith(file, '<h2>Privacy', '<h2 onclick=\\"alert(1)\\">Privacy')
  expect(await faultOf(folder)).toMatchObject({ file, field: 'content.policy' })
})

test.each([
  ['without a licence', 'images/other.svg'],
  ['outside the folder', '../locales.json'],
])('a picture %s is refused', async (_, path) => {
  const file = 'protocols/short-session.fr-FR.json'
  const folder = await contentWith(file, 'images/kitchen.svg', path)
  expect(await faultOf(folder)).toMatchObject({ file, field: 'items.1.image' })
})

test('refuses a limit below the minimum', async () => {
  const file = 'protocols/short-session.pt-BR.json'
  const folder = await contentWith(file, '"max_duration": 30', '"max_duration": 2')
  expect(await faultOf(folder)).toMatchObject({ file, field: 'items.0.max_duration' })
})

test('an unknown item of a demonstration session is reported', async () => {
  const folder = await contentWith('demo/clinic.json', '"item": "pataka"', '"item": "humming"')
  expect(await faultOf(folder)).toMatchObject({
    file: 'demo/clinic.json',
    field: 'organizations.0.sessions.0.items.2.item',
  })
})

test.each([
  ['two sessions on one day', '"days_ago": 560', '"days_ago": 705', 'organizations.0.sessions'],
  [
    'a session of an archived participant',
    '"participant": "carmen"',
    '"participant": "eulalia"',
    'organizations.0.sessions.0.participant',
  ],
])('%s is refused', async (_, text, replacement, field) => {
  const folder = await contentWith('demo/clinic.json', text, replacement)
  expect(await faultOf(folder)).toMatchObject({ file: 'demo/clinic.json', field })
})

test('a survey differs between languages only in words', async () => {
  const { surveys } = await readContent(shipped)
  const frames = surveys.map(({ key, locale, sections, scores, alerts }) => ({
    key,
    locale,
    fields: sections.map(({ fields }) =>
      fields.map(({ label: _, help: __, options, ...field }) => ({
        ...field,
        options: options?.map(({ value, score }) => [value, score]),
      })),
    ),
    scores: scores.map(({ name, fields, bands }) => [name, fields, bands?.map(({ up_to }) => up_to)]),
    alerts: alerts.map(({ field, at_least }) => [field, at_least]),
  }))
  for (const { key, locale, ...frame } of frames) {
    const spanish = frames.find((other) => other.key === key && other.locale === 'es-ES')
    expect({ locale, ...frame }).toEqual({ ...spanish, key: undefined, locale })
  }
})

test('refuses a condition on a field that is not asked before, and a sum over words', async () => {
  const folder = await contentWith('surveys/health.es-ES.json', '"field": "smoking"', '"field": "smoked"')
  expect(await faultOf(folder)).toMatchObject({ field: 'sections.smoking_years.show_when' })
  const other = await contentWith('surveys/voice.es-ES.json', '"worry"\n      ]', '"comment"\n      ]')
  expect(await faultOf(other)).toMatchObject({ field: 'scores' })
})
