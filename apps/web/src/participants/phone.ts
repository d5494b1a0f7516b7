/** The API takes dial code and number as digits, 20 at most. */
const maxDigits = 20
const written = /^[\d\s()./+-]*$/

/** A phone number as the API takes it, or what is wrong with it; null when no number was written. */
export type Phone = { value: string } | { error: 'invalid' | 'too_long' } | null

/** Joins the dial code and the digits of a number as people write it. A number with its own plus is complete. */
export function phoneOf(dialCode: string, number: string): Phone {
  const text = number.trim()
  if (text === '') return null
  const isComplete = text.startsWith('+')
  const digits = digitsOf(text)
  if (!written.test(text) || text.lastIndexOf('+') > 0 || digits.length < 3) return { error: 'invalid' }
  const whole = isComplete ? digits : digitsOf(dialCode) + digits
  return whole.length > maxDigits ? { error: 'too_long' } : { value: `+${whole}` }
}

/** What stands beside the dial code: a number that begins with this code is shown without it. */
export function besideDialCode(dialCode: string, number: string): string {
  const rest = dialCode !== '' && number.startsWith(dialCode) ? number.slice(dialCode.length).trimStart() : ''
  return rest === '' ? number : rest
}

/** The number to keep when somebody types beside the dial code: it keeps the code that is shown apart. */
export function typedBesideDialCode(dialCode: string, number: string, typed: string): string {
  const isApart = besideDialCode(dialCode, number) !== number
  return isApart && typed !== '' && !typed.startsWith('+') ? dialCode + typed : typed
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
