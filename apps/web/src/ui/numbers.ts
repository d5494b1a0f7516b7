import { numberFormat } from './formats.ts'

/** Formats a number with fixed decimals in a language. Never grouped: "1.234" would be ambiguous. */
export const formatDecimals = (value: number, language: string, decimals: number): string =>
  numberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
    // What is rounded to zero has no sign.
    signDisplay: 'negative',
  }).format(value)

/** Formats an axis tick with its own decimals; drops those that are only floating-point error. */
export const formatTickValue = (value: number, language: string): string =>
  numberFormat(language, { maximumFractionDigits: 10, useGrouping: false }).format(value + 0)
