/** The API accepts dial code and number as digits, at most 20. */
const maxDigits = 20
const written = /^[\d\s()./+-]*$/

/** A phone number in the API's form, or its error; null when none was entered. */
type Phone = { value: string } | { error: 'invalid' | 'too_long' } | null

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

/** The number to show beside the dial code: without that code, if it begins with it. */
export function besideDialCode(dialCode: string, number: string): string {
  const rest = dialCode !== '' && number.startsWith(dialCode) ? number.slice(dialCode.length).trimStart() : ''
  return rest === '' ? number : rest
}

/** The full number to store after typing beside the dial code: keeps the code that is shown separately. */
export function typedBesideDialCode(dialCode: string, number: string, typed: string): string {
  const isApart = besideDialCode(dialCode, number) !== number
  return isApart && typed !== '' && !typed.startsWith('+') ? dialCode + typed : typed
}

const digitsOf = (text: string) => text.replace(/\D/g, '')
