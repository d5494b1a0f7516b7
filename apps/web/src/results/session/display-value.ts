import { formatDecimals } from '../../ui/numbers.ts'

/**
 * Formats a measured value as the specification requires, in a language: two decimals from 0.01 up and for zero,
 * otherwise exponential with two digits. The rule uses the absolute value, so −8.6 is "-8.60". A count is a whole
 * number.
 *
 * @param decimals of the measure: 0 for a count
 * @throws {RangeError} when the value is not finite: a missing measure has no number
 */
export function displayValue(value: number, language: string, decimals = 2): string {
  if (!Number.isFinite(value)) throw new RangeError('only a finite value can be shown')
  if (decimals === 0 && Number.isInteger(value)) return formatDecimals(value, language, 0)
  if (!isTiny(value)) return formatDecimals(value, language, 2)
  const [mantissa, exponent] = value.toExponential(2).split('e')
  return `${formatDecimals(Number(mantissa), language, 2)}e${exponent}`
}

const isTiny = (value: number) => value !== 0 && Math.abs(value) < 0.01

/**
 * Formats the difference of two shown values, with its sign and with as many decimals as these: beside 0.21 and 0.22,
 * "+9.20e-3" would be read as nine. What is rounded to zero has no sign.
 *
 * @param values the two values, as they are shown
 * @param decimals of the measure: 0 for a count
 */
export function displayDifference(
  difference: number,
  values: readonly number[],
  language: string,
  decimals = 2,
): string {
  const size = Math.abs(difference)
  const isWhole = decimals === 0 && Number.isInteger(difference)
  const shown =
    isWhole || values.some(isTiny) ? displayValue(size, language, decimals) : formatDecimals(size, language, 2)
  const isNone = shown === displayValue(0, language, isWhole ? 0 : 2)
  return `${isNone ? '' : difference > 0 ? '+' : '−'}${shown}`
}
