import { numberFormat } from './formats.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A readable size in decimal units. */
export function fileSize(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const style = { style: 'unit', unit: units[power]!, maximumFractionDigits: power === 0 ? 0 : 1 } as const
  return numberFormat(language, style).format(bytes / 1000 ** power)
}
