import { type BrandKey, brandKeyOf, brandLabels, productNameOf } from '@fonema/contract/brands'
import type { MantineColorsTuple } from '@mantine/core'

type Brand = {
  /** Shown under the wordmark; the default brand has none. */
  label: string | null
  /** From almost white to almost black. brand.test.ts tests the required contrasts. */
  accent: MantineColorsTuple
}

export const standardBrand: Brand = {
  label: null,
  accent: [
    '#eef8f8',
    '#dbf0f0',
    '#b3dfe1',
    '#86cbcf',
    '#59b3b9',
    '#369ba3',
    '#20848c',
    '#15707a',
    '#0f5c64',
    '#0a464d',
  ],
}

/** The first label of the host name selects the brand: `neuro.example.org` is Neuro. */
export const namedBrands: ReadonlyMap<BrandKey, Brand> = new Map([
  [
    'neuro',
    {
      label: brandLabels.neuro,
      accent: [
        '#f4f2fc',
        '#e7e3f8',
        '#cdc6f0',
        '#b0a5e6',
        '#9284da',
        '#7867cd',
        '#6350bb',
        '#5342a5',
        '#45368a',
        '#34296a',
      ],
    },
  ],
  [
    'voz',
    {
      label: brandLabels.voz,
      accent: [
        '#fcf3f1',
        '#f8e4de',
        '#efcabf',
        '#e5a998',
        '#d8876f',
        '#c76a4f',
        '#b05438',
        '#97432b',
        '#7c3623',
        '#5d291b',
      ],
    },
  ],
  [
    'lab',
    {
      label: brandLabels.lab,
      accent: [
        '#eff5fc',
        '#dde9f8',
        '#bad3f0',
        '#91b8e5',
        '#679bd8',
        '#4581c8',
        '#306bb0',
        '#265996',
        '#1f4a7d',
        '#18395f',
      ],
    },
  ],
])

/** The host name itself is never shown. */
export function brandOf(hostname: string): Brand {
  const key = brandKeyOf(hostname)
  return (key !== null && namedBrands.get(key)) || standardBrand
}

const hostname = globalThis.location?.hostname ?? ''
export const brand = brandOf(hostname)
export const productName = productNameOf(hostname)

/** A page's title in the browser, with the product's name in this brand. */
export const titleOf = (page: string, host = hostname): string => `${page} · ${productNameOf(host)}`
