import { TranscriptFileError } from './problem.ts'

type Token = { kind: 'text' | 'number' | 'flag'; value: string; line: number }

/**
 * What Praat reads of a text file: texts in quotes, free-standing numbers and flags. All else, such as `xmin =` of the
 * long format, is comment. So one reader reads the long and the short format.
 *
 * @see Praat manual, "TextGrid file formats"
 */
export function tokensOf(file: string) {
  let at = 0
  let line = 1
  let lineOfToken = 1

  function next(): Token {
    for (;;) {
      skipSpace()
      lineOfToken = line
      if (at >= file.length) throw new TranscriptFileError('unclosed', line)
      if (file[at] === '"') return { kind: 'text', value: quoted(), line: lineOfToken }
      const word = bare()
      if (word.startsWith('!')) skipLine()
      else if (/^<[^<>]*>$/.test(word)) return { kind: 'flag', value: word, line: lineOfToken }
      else if (/^[-+.]?\d|^-?-?(undefined|nan|inf)/i.test(word))
        return { kind: 'number', value: word, line: lineOfToken }
    }
  }

  function skipSpace() {
    for (; at < file.length && /\s/.test(file[at]!); at++) if (endsLine()) line++
  }
  const endsLine = () => file[at] === '\n' || (file[at] === '\r' && file[at + 1] !== '\n')
  function skipLine() {
    while (at < file.length && !endsLine()) at++
  }

  function bare(): string {
    const from = at
    while (at < file.length && !/\s/.test(file[at]!)) at++
    return file.slice(from, at)
  }

  function quoted(): string {
    let value = ''
    for (at++; ; at++) {
      if (at >= file.length) throw new TranscriptFileError('unclosed', lineOfToken, '"')
      if (endsLine()) line++
      if (file[at] !== '"') value += file[at]
      else if (file[at + 1] === '"') value += file[at++]
      else break
    }
    at++
    return value
  }

  const require = (kind: Token['kind']) => {
    const token = next()
    if (token.kind !== kind) throw new TranscriptFileError('wrong_syntax', token.line, token.value)
    return token.value
  }
  return { next, text: () => require('text'), number: () => require('number'), line: () => lineOfToken }
}
