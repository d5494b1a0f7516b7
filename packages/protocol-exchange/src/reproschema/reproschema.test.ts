import { expect, test } from 'vitest'
import { options } from '../examples.fixture.ts'
import { ProtocolFileError, readProtocol } from '../index.ts'
import { activity, protocol, recorded, sourceOf, voiceTasks } from './reproschema.fixture.ts'
import { instructionOf } from './texts.ts'

const read = (files: Readonly<Record<string, unknown>>) => readProtocol(sourceOf(files), options)
const itemsOf = ({ content }: Awaited<ReturnType<typeof read>>) => content.blocks.flatMap(({ items }) => items)

test('the recorded items become a draft: titles, instructions, limits in seconds, order', async () => {
  const found = await read(voiceTasks)
  expect(found).toMatchObject({ format: 'reproschema', says_language: true, reads_milliseconds: true })
  expect(found.content).toMatchObject({
    key: 'our-voice',
    locales: ['en-US'],
    texts: { 'en-US': { name: 'Our voice tasks', description: 'Written for a test' } },
    blocks: [
      { key: 'vowel-schema', order: 'fixed' },
      { key: 'sounds-schema', order: 'random' },
    ],
  })
  expect(
    itemsOf(found).map(({ key, category, min_duration, max_duration, skippable }) => [
      key,
      category,
      min_duration,
      max_duration,
      skippable,
    ]),
  ).toEqual([
    ['ah', 'sustained_vowel', 0, 12, true],
    ['again', 'sustained_vowel', 0, 3600, false],
    ['cough-1', 'free_speech', 0, null, false],
    ['street', 'picture_description', 0, 12, false],
    ['other', 'free_speech', 0, 12, false],
  ])
  expect(itemsOf(found)[0]!.texts['en-US']).toMatchObject({
    title: 'Long ah',
    trigger: '<p>Sit down.</p><p>Breathe in.</p><p>Say “ah”.<br>As long as you can &amp; want, 1 &lt; 2.</p>',
  })
})

test('everything that cannot be carried over is listed once, with its file and place', async () => {
  const { losses } = await read(voiceTasks)
  expect(losses.map(({ code, file, path, text }) => [code, file, path, text]).toSorted()).toEqual(
    [
      ['page', 'our_voice_schema', 'landingPage', ''],
      ['remote_file', 'our_voice_schema', 'ui.order.1', 'Mood'],
      ['missing_file', 'our_voice_schema', 'ui.order.2', 'Absent'],
      ['hidden', 'tasks/vowel/vowel_schema', 'ui.order.1', 'silent'],
      ['condition', 'tasks/vowel/vowel_schema', 'ui.order.2', 'again: ah > 3'],
      ['formatting', 'tasks/vowel/items/ah', 'question', 'Long ah'],
      ['long_duration', 'tasks/vowel/items/again', 'responseOptions.maxValue', 'again'],
      ['no_duration', 'tasks/sounds/items/cough', 'responseOptions.maxValue', 'cough_1'],
      ['missing_medium', 'tasks/sounds/items/picture', 'image', 'street.jpeg'],
      ['not_recorded', 'tasks/sounds/items/next', '', 'Next'],
      ['remote_medium', 'tasks/sounds/items/other', 'image', 'https://example.org/loud.png'],
    ].toSorted(),
  )
})

test('each kind is a guess with its sign, and what may not be speech is marked', async () => {
  const { guesses } = await read(voiceTasks)
  expect(Object.fromEntries(guesses)).toEqual({
    ah: { kind: 'sustained_vowel', reason: 'words', sign: 'vowel' },
    again: { kind: 'sustained_vowel', reason: 'words', sign: 'vowel' },
    'cough-1': { kind: 'free_speech', reason: 'not_speech', sign: 'cough' },
    street: { kind: 'picture_description', reason: 'input_type', sign: 'audioImageRecord' },
    other: { kind: 'free_speech', reason: 'no_sign', sign: '' },
  })
})

test('a breath before another task is no sign against speech', async () => {
  const found = await read({
    voice_schema: protocol([{ isAbout: 'a/a_schema' }]),
    'a/a_schema': activity('a_schema', '', [{ isAbout: 'items/x', variableName: 'holiday' }]),
    'a/items/x': recorded('holiday', 'Take a breath and talk about your holiday.'),
  })
  expect(found.guesses.get('holiday')).toMatchObject({ kind: 'free_speech', reason: 'no_sign' })
})

test('pictures in the archive come along, also with the endings and folders of other versions', async () => {
  const found = await read({
    'pack/protocols/voice/voice_schema.jsonld': protocol([{ isAbout: '../../activities/look/look_schema' }]),
    'pack/activities/look/look_schema.jsonld': activity('look_schema', '', [
      { isAbout: 'items/look.jsonld', variableName: 'look' },
    ]),
    'pack/activities/look/items/look.jsonld': recorded(
      'look',
      { en: 'Look.', es: 'Mire.', xx: 'Y' },
      {
        image: '../street.PNG',
        audio: 'sound.exe',
      },
    ),
    'pack/activities/look/items/sound.exe': Buffer.from('MZ'),
    'pack/activities/look/street.PNG': Buffer.from('a picture'),
  })
  expect(found.content.locales).toEqual(['en-US', 'es-ES'])
  const [look] = itemsOf(found)
  expect(look!.texts['es-ES']!.image).toEqual(look!.texts['en-US']!.image)
  expect(found.media).toMatchObject([
    {
      file: look!.texts['en-US']!.image!.file,
      at: 'pack/activities/look/street.PNG',
      kind: 'image',
      filename: 'street.PNG',
    },
  ])
  expect((await found.media[0]!.read()).toString()).toBe('a picture')
  expect(found.losses.map(({ code, text }) => [code, text])).toEqual([
    ['language_not_known', 'xx'],
    ['medium_type', 'sound.exe'],
  ])
})

test('a text without a translation is a loss and stays empty', async () => {
  const found = await read({
    voice_schema: protocol([{ isAbout: 'a/a_schema' }]),
    'a/a_schema': activity('a_schema', '', [
      { isAbout: 'items/both', variableName: 'both' },
      { isAbout: 'items/one', variableName: 'one' },
    ]),
    'a/items/both': recorded('both', { en: 'Speak.', fr: 'Parlez.' }),
    'a/items/one': recorded('one', { en: 'Go on.' }),
  })
  expect(found.losses).toEqual([
    { code: 'translation_missing', file: 'a/items/one', path: 'fr-FR', text: 'one (fr-FR)' },
  ])
  expect(itemsOf(found)[1]!.texts['fr-FR']!.trigger).toBe('')
})

test('a file without any language takes the chosen one', async () => {
  const files = {
    voice_schema: protocol([{ isAbout: 'a/a_schema' }]),
    'a/a_schema': { ...activity('a_schema', 'Hola.', [{ isAbout: 'items/x' }]), prefLabel: 'A' },
    'a/items/x': recorded('x', 'Hable.'),
  }
  const found = await readProtocol(sourceOf(files), { ...options, fallback: 'pt-BR' })
  expect([found.says_language, found.content.locales]).toEqual([false, ['pt-BR']])
})

test('nothing outside the archive is asked for: neither addresses nor parent folders', async () => {
  const source = sourceOf({
    'x/voice_schema': protocol([
      { isAbout: 'https://example.org/a_schema' },
      { isAbout: '//example.org/a_schema' },
      { isAbout: 'file:///etc/passwd' },
      { isAbout: '../../../etc/passwd' },
      { isAbout: 'a/a_schema' },
    ]),
    'x/a/a_schema': activity('a_schema', '', [{ isAbout: 'items/x' }]),
    'x/a/items/x': recorded('x', 'Speak.', { image: '../../../../etc/passwd' }),
  })
  const { losses } = await readProtocol(source, options)
  expect(source.reads.every((path) => source.files.has(path))).toBe(true)
  expect(losses.map(({ code }) => code)).toEqual([
    'remote_file',
    'remote_file',
    'remote_file',
    'missing_file',
    'missing_medium',
  ])
})

test('hostile HTML stays words', () => {
  expect(instructionOf('<img src=x onerror=alert(1)>Say <script>alert(1)</script>').html).toBe('<p>Say alert(1)</p>')
  expect(instructionOf('a <b onclick="x">b</b> &lt;script&gt; <')).toEqual({
    html: '<p>a b &lt;script&gt; &lt;</p>',
    losesFormatting: true,
  })
  expect(instructionOf('<p>a</p><p>b<br/>c</p>')).toEqual({ html: '<p>a</p><p>b<br>c</p>', losesFormatting: false })
})

const one = { 'a/a_schema': activity('a_schema', '', [{ isAbout: 'items/x' }]), 'a/items/x': recorded('x', 'Speak.') }
const refused: [string, Record<string, unknown>, string, string][] = [
  ['two protocols', { a_schema: protocol([]), b_schema: protocol([]) }, 'several_protocols', 'b_schema'],
  ['a protocol without recordings', { a_schema: protocol([]) }, 'no_items', 'a_schema'],
  ['neither format', { a_schema: activity('a_schema', '', []) }, 'not_a_protocol', ''],
  ['a schema that is no JSON', { a_schema: Buffer.from('{') }, 'not_json', 'a_schema'],
  [
    'an item with a forbidden key',
    { v_schema: protocol([{ isAbout: 'a/a_schema' }]), ...one, 'a/items/x': Buffer.from('{"__proto__":1}') },
    'forbidden_key',
    'a/items/x',
  ],
  [
    'more references than a protocol has',
    { v_schema: protocol(Array.from({ length: 1001 }, () => ({ isAbout: 'a/a_schema' }))), ...one },
    'too_many_items',
    'v_schema',
  ],
]
test.each(refused)('refuses %s, with its place', async (_, files, problem, file) => {
  const error = await read(files).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ProtocolFileError)
  expect([error.problem, error.file]).toEqual([problem, file])
})
