// Which names the product has where. No schema is imported: the web loads this file alone.

/** By the first label of a host's name. */
export const brandLabels = { neuro: 'Neuro', voz: 'Voz', lab: 'Lab' } as const
export type BrandKey = keyof typeof brandLabels

/** An unknown label, an address in numbers and the default have none. */
export function brandKeyOf(hostname: string): BrandKey | null {
  const first = hostname.split('.')[0]!.toLowerCase()
  return Object.hasOwn(brandLabels, first) ? (first as BrandKey) : null // it is one of them
}

/** `neuro.example.org` is Fonema Neuro. Nothing of the name itself is ever shown. */
export function productNameOf(hostname: string): string {
  const key = brandKeyOf(hostname)
  return key === null ? 'Fonema' : `Fonema ${brandLabels[key]}`
}
