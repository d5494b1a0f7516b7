import type { SurveyFileProblem } from '@fonema/contract'

/** Why a file is no survey, and where in it. */
export class SurveyFileError extends Error {
  readonly problem: SurveyFileProblem
  readonly path: string
  constructor(problem: SurveyFileProblem, path = '', options?: ErrorOptions) {
    super(`${problem}${path === '' ? '' : ` at ${path}`}`, options)
    this.problem = problem
    this.path = path
  }
}

/** A questionnaire's groups take two levels each; what is deeper wants to exhaust whoever walks through it. */
const deepest = 64

/** @throws {SurveyFileError} */
export function readJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SurveyFileError('not_json', '', { cause })
  }
  if (depthOf(text) > deepest) throw new SurveyFileError('too_deep')
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
      i += Number(letter === '\\') // what is escaped ends nothing
    else if (letter === '[' || letter === '{') most = Math.max(most, ++depth)
    else if (letter === ']' || letter === '}') depth--
  }
  return most
}

// Controls, and marks that turn the direction of what follows: a text must not disguise another.
const unwanted = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Text of a file as it may be stored and shown; undefined when nothing is left. Markup is left as the letters it is. */
export function plainText(text: string | undefined): string | undefined {
  const plain = text?.toWellFormed().replace(/\r\n?/g, '\n').replace(unwanted, '').trim()
  return plain === '' ? undefined : plain
}
