import { ProtocolFileError } from './problem.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A protocol of ours takes twelve levels. Deeper nesting is an attempt to exhaust the parser. */
const deepest = 64
// They would change objects that the value is copied into.
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** @throws {ProtocolFileError} */
export function parseJson(bytes: Uint8Array, file: string): Json {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ProtocolFileError('not_json', file, '', { cause })
  }
  if (depthOf(text) > deepest) throw new ProtocolFileError('too_deep', file)
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ProtocolFileError('not_json', file, '', { cause })
  }
  const forbidden = forbiddenPath(value, [])
  if (forbidden !== undefined) throw new ProtocolFileError('forbidden_key', file, forbidden.join('.'))
  return value
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

function forbiddenPath(value: Json, path: readonly string[]): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, one] of Object.entries(value)) {
    const here = [...path, name]
    if (forbiddenKeys.has(name)) return here
    const found = forbiddenPath(one, here)
    if (found !== undefined) return found
  }
  return undefined
}
