import type { Participant } from '@fonema/contract'
import type { RegistrationValues } from './registration.ts'

const plain = (text: string | null) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/**
 * Whether two codes differ by one letter: changed, left out or added. Two different digits in one place do not count:
 * they are usually consecutive codes of a series.
 */
export function isOneLetterAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1 || short === long) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const isSame = short.length === long.length
  if (short.slice(isSame ? start + 1 : start) !== long.slice(start + 1)) return false
  return !(isSame && /\d/.test(short[start]!) && /\d/.test(long[start]!))
}

/** A participant who may be the same person: same name and birthday, or a code with one typing error. */
export function likelyDuplicate(
  values: Pick<RegistrationValues, 'code' | 'first_name' | 'last_name' | 'birthday'>,
  participants: readonly Participant[],
): Participant | undefined {
  const code = plain(values.code)
  const name = `${plain(values.first_name)} ${plain(values.last_name)}`
  const knowsPerson = values.birthday !== '' && name !== ' '
  return participants.find(
    (other) =>
      (code.length > 2 && isOneLetterAway(code, plain(other.code))) ||
      (knowsPerson &&
        other.birthday === values.birthday &&
        `${plain(other.first_name)} ${plain(other.last_name)}` === name),
  )
}
