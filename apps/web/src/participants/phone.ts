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

const digitsOf = (text: string) => text.replace(/\D/g, '')
