import { missingIn, type PasswordCode } from '@fonema/contract'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { commonWords } from './common-words.ts'

const strength = new ZxcvbnFactory({
  dictionary: { ...dictionary, context: [...commonWords] },
  graphs: adjacencyGraphs,
})

const weakestAllowed = 3
const shortestPart = 4

/** The rules that a password breaks. Accents, capitals, digits and signs do not make a common password uncommon. */
export function passwordProblems(password: string, email: string): PasswordCode[] {
  const parts = partsOf(email)
  const problems = missingIn(password)
  if (disguises(password.slice(0, 128)).some((one) => isCommon(one, parts))) problems.push('too_common')
  const letters = plain(password)
  if (parts.some((part) => letters.includes(part))) problems.push('too_similar_to_email')
  return problems
}

/** The password as typed, without accents and blanks, and also in lower case: these may disguise a common one. */
function disguises(password: string): string[] {
  const bare = password.normalize('NFD').replace(/[\p{M}\s]/gu, '')
  return [...new Set([password, bare, bare.toLowerCase()])]
}

const isWeak = (text: string, parts: string[] = []) => strength.check(text, parts).score < weakestAllowed

const isCommon = (password: string, parts: string[]) => isWeak(password, parts) || isOneWord(password)

/** One known word or sequence of letters or keys, with digits and signs around it that are weak by themselves. */
function isOneWord(password: string): boolean {
  const [word, ...others] = password.match(/\p{L}+/gu) ?? []
  if (word === undefined || others.length > 0) return false
  const [match, ...more] = strength.check(word).sequence
  const isKnown = more.length === 0 && match !== undefined && match.pattern !== 'bruteforce'
  return isKnown && isWeak(password.replace(word, ''))
}

/** The e-mail address, the part before the @ and its words, if they are long enough to be recognised. */
function partsOf(email: string): string[] {
  const name = email.split('@')[0] ?? ''
  return [plain(email), plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)].filter(
    (part) => part.length >= shortestPart,
  )
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
