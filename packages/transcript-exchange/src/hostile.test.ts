import { expect, test } from 'vitest'
import { readTranscript, TranscriptFileError, writeTranscript } from './index.ts'
import { bytesOf, transcriptOf } from './words.fixture.ts'

const words = [
  { text: 'uno', start: 1, end: 2 },
  { text: 'dos', start: 3, end: 4, marks: ['name' as const] },
]
const written = (format: Parameters<typeof writeTranscript>[0]) => writeTranscript(format, transcriptOf(words)).text
const grid = written('textgrid')
const eaf = written('eaf')
const chat = written('chat')
const vtt = written('vtt')
const json = written('json')

const refusalOf = (file: string | Uint8Array, duration = 10): string => {
  try {
    readTranscript(typeof file === 'string' ? bytesOf(file) : file, duration)
  } catch (error) {
    if (error instanceof TranscriptFileError) return `${error.problem} ${error.line}`
    throw error
  }
  return 'read'
}

/** Replaces something that is there. */
function changed(file: string, from: string, to: string): string {
  if (!file.includes(from)) throw new Error(`no ${from}`)
  return file.replace(from, to)
}

test('unchanged files are read', () => {
  for (const file of [grid, eaf, chat, vtt, json]) expect(refusalOf(file)).toBe('read')
})

test.each([
  ['an empty file', '', 'unknown_format 1'],
  ['another text', 'hello', 'unknown_format 1'],
  ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x80]), 'not_text 0'],
  ['half a UTF-16 character', new Uint8Array([0xff, 0xfe, 0x7b]), 'not_text 0'],
  ['a huge file', new Uint8Array(8_000_001), 'too_large 0'],
])('%s is refused', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal)
})

test.each([
  ['a time that is no number', changed(grid, 'xmin = 1\n', 'xmin = NaN\n'), 'bad_time 20'],
  ['an undefined time', changed(grid, 'xmin = 1\n', 'xmin = --undefined--\n'), 'bad_time 20'],
  ['an infinite time', changed(grid, 'xmax = 2\n', 'xmax = 1e999\n'), 'bad_time 21'],
  ['an end before the start', changed(grid, 'xmax = 2\n', 'xmax = 0.5\n'), 'end_before_start 20'],
  ['an overlap', changed(grid, 'xmin = 3\n', 'xmin = 1.5\n'), 'overlap 28'],
  ['a time after the end', changed(grid, 'xmax = 4\n', 'xmax = 400\n'), 'outside 29'],
  ['another length', changed(grid, 'xmax = 10\n', 'xmax = 20\n'), 'other_length 0'],
  ['too many tiers', changed(grid, 'size = 3', 'size = 1000000000'), 'wrong_value 7'],
  ['too many intervals', changed(grid, 'intervals: size = 5', 'intervals: size = 1e15'), 'wrong_value 14'],
  ['fewer intervals than counted', changed(grid, 'intervals: size = 5', 'intervals: size = 6'), 'wrong_syntax 36'],
  ['a text without an end', changed(grid, '"uno"', '"uno'), 'wrong_syntax 36'],
  ['an end too early', grid.slice(0, -40), 'unclosed 85'],
  ['a control character', changed(grid, 'uno', 'u\u0007no'), 'control_character 22'],
  ['a bidirectional mark', changed(grid, 'uno', 'u\u202eno'), 'control_character 22'],
  ['an unknown mark', changed(grid, '"name"', '"nombre"'), 'unknown_mark 82'],
  ['no tier of words', changed(grid, 'name = "words"', 'name = "wrods"'), 'missing_words 0'],
  ['an object of another kind', changed(grid, '"TextGrid"', '"PitchTier"'), 'unknown_format 1'],
])('a TextGrid with %s is refused with its line', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal)
})

const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n'

test.each([
  ['entities of its own', changed(eaf, '<ANNOTATION_DOCUMENT', `${bomb}<ANNOTATION_DOCUMENT`), 'entities 2'],
  ['an unknown entity', changed(eaf, '>uno<', '>&uno;<'), 'wrong_syntax 13'],
  [
    'an outside document type',
    changed(eaf, '<ANNOTATION_DOCUMENT', '<!DOCTYPE x SYSTEM "file:///etc/passwd">\n<ANNOTATION_DOCUMENT'),
    'entities 2',
  ],
  ['deep nesting', `<ANNOTATION_DOCUMENT>${'<a>'.repeat(100_000)}`, 'too_deep 1'],
  ['very many elements', `<ANNOTATION_DOCUMENT>${'<a/>'.repeat(400_001)}`, 'too_large 1'],
  ['unclosed elements', eaf.slice(0, -100), 'wrong_syntax 33'],
  ['a time that is no number', changed(eaf, 'TIME_VALUE="1000"', 'TIME_VALUE="NaN"'), 'bad_time 5'],
  ['an end before the start', changed(eaf, 'TIME_VALUE="1000"', 'TIME_VALUE="2500"'), 'end_before_start 12'],
  ['a slot that is not there', changed(eaf, 'TIME_SLOT_REF1="s0"', 'TIME_SLOT_REF1="s9"'), 'wrong_value 12'],
  ['a hidden control character', changed(eaf, '>uno<', '>u&#x202e;no<'), 'control_character 12'],
  ['another root', '<?xml version="1.0"?><html/>', 'unknown_format 1'],
  ['times in seconds', changed(eaf, 'TIME_UNITS="milliseconds"', 'TIME_UNITS="PAL-50-frames"'), 'wrong_value 3'],
])('an ELAN file with %s is refused with its line', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal)
})

test.each([
  ['no end', changed(chat, '@End', '@Eg'), 'unclosed 12'],
  ['a speaker who is not named', changed(chat, '*PAR', '*MOT'), 'unknown_speaker 7'],
  ['an open bracket', changed(chat, 'uno', '<uno'), 'unclosed 7'],
  ['many open brackets', changed(chat, 'uno', `${'< '.repeat(1000)}uno`), 'too_deep 7'],
  ['a wrong code', changed(chat, 'uno', 'uno [/'), 'wrong_syntax 7'],
  ['an end before the start', changed(chat, '1000_2000', '1000_200'), 'end_before_start 7'],
  ['a time after the end', chat.replaceAll('3000_4000', '3000_40000'), 'outside 9'],
  ['an endless time', chat.replaceAll('3000_4000', `3000_${'9'.repeat(400)}`), 'bad_time 9'],
  ['a line of no kind', changed(chat, '*PAR', 'PAR'), 'wrong_syntax 7'],
  ['a control character', changed(chat, 'uno', 'u\u0001no'), 'control_character 7'],
])('a CHAT file with %s is refused with its line', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal)
})

test.each([
  ['a time that is no number', changed(vtt, '00:00:01.000', 'NaN'), 'bad_time 3'],
  ['minutes beyond 59', changed(vtt, '00:00:01.000', '00:60:01.000'), 'bad_time 3'],
  ['an end before the start', changed(vtt, '00:00:02.000', '00:00:00.000'), 'end_before_start 3'],
  ['a time after the end', changed(vtt, '00:00:04.000', '00:10:04.000'), 'outside 7'],
  ['a bidirectional mark', changed(vtt, 'uno', '\u2067uno'), 'control_character 4'],
])('subtitles with %s are refused with their line', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal)
})

test.each([
  ['broken syntax', json.slice(0, -5), 'wrong_syntax 0'],
  ['deep nesting', `{"format":"fonema-transcript","words":${'['.repeat(300_000)}`, 'wrong_syntax 0'],
  ['a later version', changed(json, '"format_version": 1', '"format_version": 2'), 'newer_format 0'],
  ['another format', changed(json, '"fonema-transcript"', '"x"'), 'unknown_format 0'],
  ['a foreign field', changed(json, '"text":"uno"', '"text":"uno","x":1'), 'wrong_value 0'],
  ['a prototype', changed(json, '"text":"uno"', '"text":"uno","__proto__":{}'), 'wrong_value 0'],
  ['half a time', changed(json, '"start":1', '"start":null'), 'bad_time 0'],
  ['an end before the start', changed(json, '"end":2', '"end":0.5'), 'end_before_start 0'],
  ['unsorted words', changed(json, '"start":3', '"start":0.5'), 'not_sorted 0'],
  ['a time after the end', changed(json, '"end":4', '"end":40'), 'outside 0'],
  ['a hidden control character', changed(json, '"text":"uno"', '"text":"u\\u202eno"'), 'control_character 0'],
  ['a space in a word', changed(json, '"text":"uno"', '"text":"u no"'), 'wrong_value 0'],
])('JSON with %s is refused', (_, file, refusal) => {
  expect(refusalOf(file)).toBe(refusal)
})

test('more words, longer words and longer texts than a transcript may have are refused', () => {
  const many = (count: number, text: string) => {
    const given = Array.from({ length: count }, () => ({ text, start: null, end: null }))
    return refusalOf(`WEBVTT\n\n00:00.000 --> 00:01.000\n${given.map((word) => word.text).join(' ')}\n`)
  }
  expect(many(20_000, 'aaa')).toBe('read')
  expect(many(20_001, 'aaa')).toBe('too_many_words 4')
  expect(many(20_000, 'aaaaa')).toBe('too_long 4')
  expect(many(1, 'a'.repeat(201))).toBe('too_long 4')
})

test('any damage to a file gives words or a refusal, never another error', () => {
  const parts = ['"', '<', '>', '[', ']', '&', '\u0015', '-->', '\n', '\t', '\u0000', '9'.repeat(40), '-1', 'NaN', '']
  for (const file of [grid, eaf, chat, vtt, json])
    for (let at = 0; at < file.length; at += 29)
      for (const [i, part] of parts.entries()) refusalOf(file.slice(0, at) + part + file.slice(at + (i % 5)))
})
