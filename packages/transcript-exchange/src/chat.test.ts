import type { TypedWord } from '@fonema/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTranscript, writeTranscript } from './index.ts'
import { bytesOf, transcriptOf, transcripts } from './words.fixture.ts'

// What the manual asks of a file, as far as we write it: B. MacWhinney, "Tools for Analyzing Talk, Part 1: The CHAT
// Transcription Format", https://doi.org/10.21415/3mhn-0z89. The numbers are those of its sections (version of 2024).
const rules: [section: string, rule: string, isKept: (lines: readonly string[]) => boolean][] = [
  ['7.1', 'a UTF-8 file begins with @UTF8', (lines) => lines[0] === '@UTF8'],
  ['7.2', 'then comes @Begin, and @End is last', (lines) => lines[1] === '@Begin' && lines.at(-1) === '@End'],
  ['7.2', '@Languages has codes of three letters', (lines) => /^@Languages:\t[a-z]{3}$/.test(lines[2]!)],
  [
    '7.2',
    '@Participants has a code of three capitals and a role for each speaker',
    (lines) => /^@Participants:\t([A-Z]{3} [A-Z][a-z]+)(, [A-Z]{3} [A-Z][a-z]+)*$/.test(lines[3]!),
  ],
  [
    '7.2',
    'each participant has an @ID of ten fields, in the order of @Participants',
    (lines) => {
      const codes = lines[3]!
        .split('\t')[1]!
        .split(', ')
        .map((one) => one.split(' '))
      return codes.every(([code, role], i) => {
        const fields = lines[4 + i]!.replace('@ID:\t', '').split('|')
        return fields.length === 11 && fields[2] === code && fields[7] === role && fields[10] === ''
      })
    },
  ],
  ['7.2', 'bullets need @Media', (lines) => lines.filter((line) => /^@Media:\t\S+, audio$/.test(line)).length === 1],
  [
    '5.1',
    'a line is a header, a main line or a dependent tier, with a tab after the colon',
    (lines) =>
      lines.every((line) => /^(@(UTF8|Begin|End)|@[A-Z][A-Za-z]+:\t.+|\*[A-Z]{3}:\t.+|%wor:\t.+)$/u.test(line)),
  ],
  [
    '5.1',
    'the speakers are those of @Participants',
    (lines) => main(lines).every((line) => lines[3]!.includes(line.slice(1, 4))),
  ],
  [
    '9.1',
    'an utterance ends with one terminator, and a bullet may follow',
    (lines) => main(lines).every((line) => /^[^.!?]* \.( •\d+_\d+•)?$/.test(withoutCodes(line))),
  ],
  [
    '9.11',
    'a bullet has a start and a later end in milliseconds',
    (lines) =>
      lines
        .join('\n')
        .split('\u0015')
        .every((part, i) => i % 2 === 0 || rises(part)),
  ],
  [
    '8.2',
    'words are letters, apostrophes and hyphens, with no digits',
    (lines) => wordsIn(lines).every((word) => /^(&[-+])?\p{L}[\p{L}\p{M}'’-]*(@z:name)?$/u.test(word)),
  ],
  [
    '10.4',
    'retraced words in angle brackets, and something after them',
    (lines) =>
      main(lines).every((line) => !/\[\/\] \./.test(line) && !/(^|[^>]) [^\s<>]+ \[[^\]]+\] \[\/\]/.test(line)),
  ],
  [
    '10',
    'brackets close',
    (lines) =>
      main(lines).every((line) => ['<>', '[]'].every(([a, b]) => line.split(a!).length === line.split(b!).length)),
  ],
  [
    '11',
    'a tier %wor follows its main line and has its words',
    (lines) => lines.every((line, i) => !line.startsWith('%wor') || lines[i - 1]!.startsWith('*')),
  ],
]

const main = (lines: readonly string[]) => lines.filter((line) => line.startsWith('*'))
const rises = (bullet: string) => {
  const [start, end] = bullet.split('_').map(Number)
  return Number.isInteger(start) && Number.isInteger(end) && start! < end!
}
/** A line without codes in brackets, and with visible bullets. */
const withoutCodes = (line: string) => line.replaceAll('\u0015', '•').replace(/\[[^\]]*\]/g, ' ')
const wordsIn = (lines: readonly string[]) =>
  main(lines).flatMap((line) =>
    withoutCodes(line)
      .slice(6)
      .replace(/•[^•]*•|[<>]/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '' && word !== '.'),
  )

test.each(rules)('CHAT, section %s: %s', (_, __, isKept) => {
  fc.assert(
    fc.property(transcripts(), (transcript) => {
      const { text } = writeTranscript('chat', transcript)
      expect(text.endsWith('@End\n')).toBe(true)
      expect(isKept(text.trimEnd().split('\n')), text).toBe(true)
    }),
    { numRuns: 60 },
  )
})

const linesOf = (words: TypedWord[]) =>
  writeTranscript('chat', transcriptOf(words))
    .text.split('\n')
    .filter((line) => /^[*%]/.test(line))

test('every mark has its code', () => {
  const word = (text: string, start: number, ...marks: TypedWord['marks'] & {}): TypedWord => ({
    text,
    start,
    end: start + 0.1,
    marks,
  })
  const words = [
    word('eh', 0, 'filler'),
    word('pe', 0.1, 'fragment'),
    word('el', 0.2, 'repetition'),
    word('perro', 0.3, 'repetition'),
    word('perro', 0.4),
    word('mera', 0.5, 'paraphasia'),
    word('xxx', 0.6, 'unintelligible'),
    word('casa', 0.7, 'unintelligible'),
    word('Ana', 0.8, 'name'),
    word('12', 0.9),
  ]
  const [said] = linesOf(words)
  expect(said).toBe(
    '*PAR:\t&-eh &+pe <el perro> [/] perro mera [*] xxx casa [?] Ana@z:name xxx [= 12] . \u00150_1000\u0015',
  )
})

test('speakers and pauses part utterances, and words have their times in %wor', () => {
  expect(
    linesOf([
      { text: 'hola', start: 0, end: 0.4 },
      { text: 'sí', start: 0.5, end: 0.75 },
      { text: 'siga', start: 1, end: 1.5, speaker: 'examiner' },
      { text: 'bien', start: null, end: null },
    ]),
  ).toEqual([
    '*PAR:\thola sí . \u00150_750\u0015',
    '%wor:\thola \u00150_400\u0015 sí \u0015500_750\u0015 .',
    '*EXA:\tsiga . \u00151000_1500\u0015',
    '%wor:\tsiga \u00151000_1500\u0015 .',
    '*PAR:\tbien .',
  ])
})

test('files of other programs are read, and what is not taken is counted', () => {
  const file = [
    '@UTF8',
    '@Begin',
    '@Languages:\teng',
    '@Participants:\tCHI Ruth Target_Child, INV Investigator, MOT Mother',
    '@ID:\teng|test|CHI|||||Target_Child|||',
    '*CHI:\t<I wanted> [/] I &-um wan(t) to (.) &=laughs invite',
    '\tMargie@f [: Margaret] [* p] , okay ? \u0015100_2000\u0015',
    '%mor:\tpro|I',
    '*INV:\tgo on +... \u00152100_2500\u0015',
    '*MOT:\tyes ! \u00152600_2700\u0015',
    '@End',
  ].join('\r\n')
  const { words, losses } = readTranscript(bytesOf(`\ufeff${file}`), 3)
  expect(words.map(({ text, marks = [] }) => [text, ...marks].join(' '))).toEqual([
    'I repetition',
    'wanted repetition',
    'I',
    'um filler',
    'wan',
    'to',
    'invite',
    'Margie paraphasia',
    'okay',
    'go',
    'on',
    'yes',
  ])
  expect(words.slice(9)).toEqual([
    { text: 'go', start: null, end: null, speaker: 'examiner' },
    { text: 'on', start: null, end: null, speaker: 'examiner' },
    { text: 'yes', start: 2.6, end: 2.7, speaker: 'other' },
  ])
  expect(losses).toEqual([
    { code: 'ignored', count: 6 },
    { code: 'times_of_words', count: 11 },
  ])
})
