import { missingIn, type PasswordCode } from '@fonema/contract'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// Words that are common here, whatever they are elsewhere.
const contextWords = [
  'fonema',
  'hospital',
  'clinica',
  'clinic',
  'clinique',
  'paciente',
  'patient',
  'contraseña',
  'senha',
]

const strength = new ZxcvbnFactory({
  dictionary: { ...dictionary, context: contextWords },
  graphs: adjacencyGraphs,
})

const weakestAllowed = 3
const shortestPart = 4

/** Every rule that a password breaks. A common one stays common with other letters, numbers and signs in it. */
export function passwordProblems(password: string, email: string): PasswordCode[] {
  const parts = partsOf(email)
  const problems = missingIn(password)
  if (strength.check(password.slice(0, 128), parts).score < weakestAllowed) problems.push('too_common')
  const letters = plain(password)
  if (parts.some((part) => letters.includes(part))) problems.push('too_similar_to_email')
  return problems
}

/** The e-mail, its name and the words of that, as far as they are long enough to be recognised. */
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
