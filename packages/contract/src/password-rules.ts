// The rules for passwords. The web checks them while the user types; the server decides.

export const passwordCodes = [
  'too_short',
  'missing_uppercase',
  'missing_lowercase',
  'missing_number',
  'missing_special',
  'too_common',
  'too_similar_to_email',
] as const
export type PasswordCode = (typeof passwordCodes)[number]

const marks: [PasswordCode, RegExp][] = [
  ['missing_uppercase', /\p{Lu}/u],
  ['missing_lowercase', /\p{Ll}/u],
  ['missing_number', /\p{Nd}/u],
  ['missing_special', /[@#$%!^&*]/],
]

export const minPasswordLength = 8

/**
 * The rules that a password breaks, as far as its characters show. Only the server knows common passwords and those
 * like the e-mail.
 */
export function missingIn(password: string): PasswordCode[] {
  const missing = marks.filter(([, pattern]) => !pattern.test(password)).map(([code]) => code)
  return [...password].length < minPasswordLength ? ['too_short', ...missing] : missing
}
