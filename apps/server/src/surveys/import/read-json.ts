import type { SurveyFileProblem } from '@fonema/contract'

/** Why a file is not a survey, and where the problem is. */
export class SurveyFileError extends Error {
  readonly problem: SurveyFileProblem
  readonly path: string
  constructor(problem: SurveyFileProblem, path = '', options?: ErrorOptions) {
    super(`${problem}${path === '' ? '' : ` at ${path}`}`, options)
    this.problem = problem
    this.path = path
  }
}

/** A questionnaire's groups take two levels each. Deeper nesting is an attempt to exhaust the parser. */
const maxDepth = 64

/** @throws {SurveyFileError} */
export function readJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SurveyFileError('not_json', '', { cause })
  }
  if (depthOf(text) > maxDepth) throw new SurveyFileError('too_deep')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SurveyFileError('not_json', '', { cause })
  }
}

function depthOf(json: string): number {
  let depth = 0
  let most = 0
  let isInText = false
  for (let i = 0; i < json.length; i++) {
    const letter = json[i]
    if (letter === '"') isInText = !isInText
    else if (isInText)
      i += Number(letter === '\\') // an escaped character does not end the string
    else if (letter === '[' || letter === '{') most = Math.max(most, ++depth)
    else if (letter === ']' || letter === '}') depth--
  }
  return most
}

// Control characters and bidirectional marks: a text must not disguise another.
const unwanted = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * A text of a file, made safe to store and show; undefined when nothing is left. Markup is kept as plain characters.
 */
export function plainText(text: string | undefined): string | undefined {
  const plain = text?.toWellFormed().replace(/\r\n?/g, '\n').replace(unwanted, '').trim()
  return plain === '' ? undefined : plain
}
