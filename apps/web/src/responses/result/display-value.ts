/**
 * A measured value as the specification writes it: two decimals from 0.01 up and for zero, else exponential with two
 * digits. The rule looks at the absolute value, so −8.6 is "-8.60".
 *
 * @throws {RangeError} when the value is not finite: a measure without an answer is no number
 */
export function displayValue(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('only a finite value can be shown')
  return value === 0 || Math.abs(value) >= 0.01 ? value.toFixed(2) : value.toExponential(2)
}
