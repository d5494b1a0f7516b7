/** A number with as many decimals as are given, in the way of a language. Never grouped: "1.234" would be ambiguous. */
export const formatDecimals = (value: number, language: string, decimals: number): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
    // Zero has no sign.
  }).format(value + 0)

/** A number of an axis with the decimals that it has; those far beyond any step are the computer's rounding. */
export const formatTickValue = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 10, useGrouping: false }).format(value + 0)
