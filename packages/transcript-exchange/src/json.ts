import { mostWords, TypedWord } from '@fonema/contract'
import { z } from 'zod'
import { checkWords } from './check.ts'
import { TranscriptFileError } from './problem.ts'
import { Losses, orderly, type Read, type Transcript, type Written } from './transcript.ts'

const format = 'fonema-transcript'
const version = 1

const File = z.strictObject({
  format: z.literal(format),
  format_version: z.literal(version),
  language: z.string().max(20),
  duration_s: z.number().min(0),
  made: z.iso.datetime(),
  words: z.array(TypedWord).max(mostWords),
})

/** Our own format, which holds everything. */
export function writeJson({ words, duration, language, made }: Transcript): Written {
  const losses = new Losses()
  const known = orderly({ words, duration })
  losses.add('untimed', known.filter((word, i) => word.start === null && words[i]!.start !== null).length)
  const head = { format, format_version: version, language, duration_s: duration, made: made.toISOString() }
  const lines = known.map((word) => `    ${JSON.stringify(word)}`).join(',\n')
  const body = words.length === 0 ? '[]' : `[\n${lines}\n  ]`
  return { text: `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "words": ${body}\n}\n`, losses: losses.list() }
}

/** @throws {TranscriptFileError} */
export function readJson(text: string, duration: number): Read {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new TranscriptFileError('wrong_syntax', 0, cause instanceof Error ? cause.message : '', { cause })
  }
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== format)
    throw new TranscriptFileError('unknown_format')
  if ('format_version' in value && typeof value.format_version === 'number' && value.format_version > version)
    throw new TranscriptFileError('newer_format')
  const parsed = File.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const problem = issue?.code === 'too_big' && issue.origin === 'array' ? 'too_many_words' : 'wrong_value'
    throw new TranscriptFileError(problem, 0, issue?.path.join('.'))
  }
  const { words, duration_s } = parsed.data
  if (Math.abs(duration_s - duration) > 0.01)
    throw new TranscriptFileError('other_length', 0, `${duration_s} ≠ ${duration}`)
  const checked = checkWords(
    words.map((word) => ({ ...word, line: 0 })),
    duration,
  )
  return { format: 'json', words: checked, losses: [] }
}
