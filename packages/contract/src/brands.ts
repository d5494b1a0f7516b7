// The product's names by host. Imports no schema: the web loads this file alone.

/** By the first label of a host name. */
export const brandLabels = { neuro: 'Neuro', voz: 'Voz', lab: 'Lab' } as const
export type BrandKey = keyof typeof brandLabels

/** Null for an unknown label, a numeric address and the default host. */
export function brandKeyOf(hostname: string): BrandKey | null {
  const first = hostname.split('.')[0]!.toLowerCase()
  return Object.hasOwn(brandLabels, first) ? (first as BrandKey) : null // it is one of them
}

/** `neuro.example.org` is Fonema Neuro. The host name itself is never shown. */
export function productNameOf(hostname: string): string {
  const key = brandKeyOf(hostname)
  return key === null ? 'Fonema' : `Fonema ${brandLabels[key]}`
}

/** The dark shade of each brand: the icon's ground and the colour of the window. The web's brand.test.ts compares them. */
export const brandColours = {
  standard: '#0f5c64',
  neuro: '#45368a',
  voz: '#7c3623',
  lab: '#1f4a7d',
} as const satisfies Record<BrandKey | 'standard', string>
export type BrandName = keyof typeof brandColours

export const brandNameOf = (hostname: string): BrandName => brandKeyOf(hostname) ?? 'standard'
