import { ProtocolFileError } from '../problem.ts'
import type { FileSource } from '../source.ts'

/** Files in memory. Whatever is read is noted, so that a test can see that nothing else was asked for. */
export function sourceOf(given: Readonly<Record<string, unknown>>): FileSource & { reads: string[] } {
  const files = new Map(
    Object.entries(given).map(([path, value]) => [
      path,
      Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)),
    ]),
  )
  const reads: string[] = []
  return {
    reads,
    files: new Map([...files].map(([path, bytes]) => [path, bytes.length])),
    read: async (path) => {
      reads.push(path)
      const bytes = files.get(path)
      if (bytes === undefined) throw new ProtocolFileError('missing_file', path)
      return bytes
    },
    close: () => {},
  }
}

export const recorded = (id: string, question: unknown, more: Record<string, unknown> = {}) => ({
  '@type': 'reproschema:Field',
  '@id': id,
  prefLabel: id,
  question,
  ui: { inputType: 'audioCheck' },
  responseOptions: { valueType: 'schema:AudioObject', minValue: 0, maxValue: 12_000 },
  ...more,
})

type Part = { isAbout: string; [member: string]: unknown }

export const activity = (
  id: string,
  preamble: unknown,
  parts: readonly Part[],
  more: Record<string, unknown> = {},
) => ({
  '@type': 'reproschema:Activity',
  '@id': id,
  prefLabel: { en: id },
  preamble,
  ui: { order: parts.map(({ isAbout }) => isAbout), addProperties: parts, shuffle: false, ...more },
})

export const protocol = (parts: readonly Part[], more: Record<string, unknown> = {}) => ({
  '@context': ['https://example.org/contexts/reproschema', { elsewhere: 'https://example.org/activities/' }],
  '@type': 'reproschema:Protocol',
  '@id': 'our_voice_schema',
  prefLabel: 'Our voice tasks',
  description: 'Written for a test',
  ui: { order: parts.map(({ isAbout }) => isAbout), addProperties: parts },
  ...more,
})

/** A protocol with every part that has no counterpart here. */
export const voiceTasks = {
  our_voice_schema: protocol(
    [
      { isAbout: 'tasks/vowel/vowel_schema', variableName: 'vowel_schema', prefLabel: { en: 'Long vowel' } },
      { isAbout: 'elsewhere:mood/mood_schema', variableName: 'mood', prefLabel: { en: 'Mood' } },
      { isAbout: 'tasks/absent/absent_schema', variableName: 'absent', prefLabel: { en: 'Absent' } },
      { isAbout: 'tasks/sounds/sounds_schema', variableName: 'sounds_schema', prefLabel: { en: 'Sounds' } },
    ],
    { landingPage: [{ '@id': 'README.md', inLanguage: 'en' }] },
  ),
  'tasks/vowel/vowel_schema': activity('vowel_schema', { en: 'Sit down.\n\n Breathe in.' }, [
    { isAbout: 'items/ah', variableName: 'ah', isVis: true, allow: ['reproschema:AllowSkip'] },
    { isAbout: 'items/silent', variableName: 'silent', isVis: false },
    { isAbout: 'items/again', variableName: 'again', isVis: 'ah > 3' },
  ]),
  'tasks/vowel/items/ah': recorded('ah', 'Say “ah”.<br>As long as <b>you</b> can & want, 1 < 2.', {
    prefLabel: 'Long ah',
  }),
  'tasks/vowel/items/silent': recorded('silent', 'Hidden'),
  'tasks/vowel/items/again': recorded('again', '   ', {
    responseOptions: { valueType: 'schema:AudioObject', maxValue: 9_000_000 },
  }),
  'tasks/sounds/sounds_schema': activity(
    'sounds_schema',
    '',
    [
      { isAbout: 'items/cough', variableName: 'cough_1' },
      { isAbout: 'items/picture', variableName: 'street' },
      { isAbout: 'items/next', variableName: 'next' },
      { isAbout: 'items/other', variableName: 'other' },
    ],
    { shuffle: true },
  ),
  'tasks/sounds/items/cough': recorded('cough_1', 'Cough twice.', {
    responseOptions: { valueType: 'schema:AudioObject' },
  }),
  'tasks/sounds/items/picture': recorded('street', 'What do you see?', {
    ui: { inputType: 'audioImageRecord' },
    image: 'street.jpeg',
  }),
  'tasks/sounds/items/next': {
    category: 'reproschema:Item',
    prefLabel: { en: 'Next' },
    question: { en: 'Press the button.' },
    responseOptions: { choices: [{ name: { en: 'Continue' }, value: 'none' }], valueType: ['xsd:string'] },
    ui: { inputType: 'radio' },
  },
  'tasks/sounds/items/other': recorded('other', 'Shout three times.', { image: 'https://example.org/loud.png' }),
}
