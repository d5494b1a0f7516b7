import { TranscriptFileError } from './problem.ts'

/** A header (`@`), a main line (`*`) or a dependent tier (`%`), with its continuation lines. */
export type ChatLine = { kind: '@' | '*' | '%'; name: string; text: string; line: number }

/**
 * The lines of a file, each with its name and text. The file has `@Begin` at its beginning and `@End` at its end.
 *
 * @throws {TranscriptFileError}
 */
export function linesOf(text: string): ChatLine[] {
  const found: ChatLine[] = []
  const rows = text.split(/\r\n|\r|\n/)
  const first = rows.find((row) => row.trim() !== '') ?? ''
  if (!/^@(UTF8|Begin)\s*$/.test(first)) throw new TranscriptFileError('unknown_format', 1)
  for (const [i, row] of rows.entries()) {
    const line = i + 1
    if (row.trim() === '') continue
    if (row.startsWith('\t')) {
      const last = found.at(-1)
      if (last === undefined) throw new TranscriptFileError('wrong_syntax', line)
      last.text += ` ${row.trim()}`
      continue
    }
    const kind = row[0] as ChatLine['kind']
    const header = /^@([^:\t]+)(?::\t?(.*))?$/.exec(row)
    const tier = /^[*%]([A-Za-z0-9_-]{1,20}):[\t ](.*)$/.exec(row)
    const parts = kind === '@' ? header : tier
    if (parts === null) throw new TranscriptFileError('wrong_syntax', line, row)
    found.push({ kind, name: parts[1]!.trim(), text: parts[2] ?? '', line })
  }
  const has = (name: string) => found.some((one) => one.kind === '@' && one.name === name)
  if (!has('Begin')) throw new TranscriptFileError('wrong_syntax', 1, '@Begin')
  if (found.at(-1)?.name !== 'End') throw new TranscriptFileError('unclosed', rows.length, '@End')
  return found
}
