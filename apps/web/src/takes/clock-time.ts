import { numberFormat } from '../ui/formats.ts'

/** `1:05.3`, or `1:05,3`: minutes, seconds and tenths, truncated so that no later time is shown. */
export function clockTime(seconds: number, language: string): string {
  // A multiple of 0.1 is often slightly too small in binary.
  const tenths = Math.floor(seconds * 10 + 1e-6)
  const format = numberFormat(language, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return `${Math.floor(tenths / 600)}:${format.format((tenths % 600) / 10)}`
}
